/** Addresses of pictures that the server makes: smaller ones of stored images, and those that go along with a shared link. */
import { hashText } from "#art/seed.ts";

/** Edges in pixels: covers of 52 to 300 on screens of one to three dots a pixel. */
export const pictureSizes = [96, 192, 320, 640, 960] as const;
export type PictureSize = (typeof pictureSizes)[number];
export const pictureFormats = ["avif", "webp"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Raised when the drawing of share pictures changes: messengers then fetch all of them anew. */
export const shareDesign = 1;

const storedImage = /^\/uploads\/images\/([0-9a-f]{32}\.(?:jpg|png|webp))$/;

/** The name of a stored image; undefined for any other address. */
export function storedImageName(address: string): string | undefined {
  return storedImage.exec(address)?.[1];
}

/** A stored image as a square of a size; undefined for any other address. */
export function pictureOf(address: string, size: PictureSize, format: PictureFormat): string | undefined {
  const name = storedImageName(address);
  return name && `/pictures/${size}/${name}.${format}`;
}

/** The `srcset` of a stored image in a format; undefined for any other address. */
export function pictureSet(address: string, format: PictureFormat): string | undefined {
  if (!storedImageName(address)) return undefined;
  return pictureSizes.map((size) => `${pictureOf(address, size, format)} ${size}w`).join(", ");
}

/** What a song's share picture shows. */
export interface SharedSong {
  id: number;
  title: string;
  artist: string | null;
  thumbnail_url: string | null;
  is_premium: boolean;
}

/** The address of the picture of 1200 × 630 that goes along with a song's link. It changes with what the picture shows. */
export function sharePicture({ id, title, artist, thumbnail_url, is_premium }: SharedSong): string {
  const shown = JSON.stringify([shareDesign, title, artist, thumbnail_url, is_premium]);
  return `/share/songs/${id}.jpg?v=${hashText(shown).toString(36)}`;
}
