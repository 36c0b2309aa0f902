/** URLs of pictures that the server makes: resized stored images, and pictures of shared links. */
import { hashText } from "#art/seed.ts";
import { fileKeyOf, isStorageAddress } from "./file-address.ts";

/** Edges in pixels: covers of 52 to 300 px on screens with a pixel ratio of 1 to 3. */
export const pictureSizes = [96, 192, 320, 640, 960] as const;
export type PictureSize = (typeof pictureSizes)[number];
export const pictureFormats = ["avif", "webp"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Must be raised when the drawing of share pictures changes, so that messengers fetch them again. */
export const shareDesign = 3;

const imageKey = /^images\/(.+\.(?:jpg|png|webp))$/;

/** Returns the name of a stored image; undefined for any other address. */
export function storedImageName(address: string): string | undefined {
  return isStorageAddress(address) ? undefined : imageKey.exec(fileKeyOf(address) ?? "")?.[1];
}

/** Returns the URL of a stored image as a square of a size; undefined for any other address. */
export function pictureOf(address: string, size: PictureSize, format: PictureFormat): string | undefined {
  const name = storedImageName(address);
  return name && `/pictures/${size}/${name}.${format}`;
}

/** Returns the `srcset` of a stored image in a format; undefined for any other address. */
export function pictureSet(address: string, format: PictureFormat): string | undefined {
  if (!storedImageName(address)) return undefined;
  return pictureSizes.map((size) => `${pictureOf(address, size, format)} ${size}w`).join(", ");
}

/** The fields of a song that its share picture shows. */
export interface SharedSong {
  id: number;
  title: string;
  artist: string | null;
  thumbnail_url: string | null;
  is_premium: boolean;
}

/** Returns the URL of a song's share picture of 1200 × 630. It changes with the content of the picture. */
export function sharePicture({ id, title, artist, thumbnail_url, is_premium }: SharedSong): string {
  const content = JSON.stringify([shareDesign, title, artist, thumbnail_url, is_premium]);
  return `/share/songs/${id}.jpg?v=${hashText(content).toString(36)}`;
}
