/** Pictures made from what is stored: smaller ones of images, and those that go along with shared links. Kept on the disk. */
import { createHash } from "node:crypto";
import { access } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { ApiError } from "#contract/errors.ts";
import {
  type PictureFormat,
  type PictureSize,
  type SharedSong,
  shareDesign,
  storedImageName,
} from "#contract/pictures.ts";
import type { MediaStore } from "#server/features/media/media.service.ts";
import type { CardArtist } from "./card-artist.ts";
import { type Card, coverEdge } from "./card-shape.ts";
import { createFileCache } from "./file-cache.ts";
import { rasterise, resize, toDataUrl } from "./images.ts";

/** A picture that is made when its bytes are asked for. */
export interface SharePicture {
  etag: string;
  bytes(): Promise<Buffer>;
}

export interface PicturesDeps {
  dataDir: string;
  store: Pick<MediaStore, "fileOf">;
  artist: CardArtist;
  log: Pick<Logger, "warn">;
  /** Of each of the two kinds. */
  maxBytes?: number;
}

export type Pictures = ReturnType<typeof createPictures>;

const aGigabyte = 1024 ** 3;
const maxKnownBroken = 1000;
/** A machine without memory or time fails good images too: they are tried again. */
const brokenMs = 10 * 60_000;

export function createPictures({ dataDir, store, artist, log, maxBytes = aGigabyte }: PicturesDeps) {
  const onError = (err: unknown) => log.warn({ err }, "a made picture could not be kept");
  const cacheOf = (kind: string) => createFileCache({ dir: path.join(dataDir, "cache", kind), maxBytes, onError });
  const pictures = cacheOf("pictures");
  const shares = cacheOf("share");
  /** Images that no picture can be made of. */
  const broken = new LRUCache<string, true>({ max: maxKnownBroken, ttl: brokenMs });

  async function tried<T>(name: string, make: () => Promise<T>): Promise<T> {
    if (broken.has(name)) throw new ApiError("not_found");
    try {
      return await make();
    } catch (err) {
      log.warn({ err, image: name }, "no picture can be made of an image");
      broken.set(name, true);
      throw new ApiError("not_found");
    }
  }

  /** Where the image of an address lies, if it is one of ours and still there. */
  async function imageFile(address: string | null): Promise<{ name: string; file: string } | undefined> {
    const name = address === null ? undefined : storedImageName(address);
    const file = name && store.fileOf(`/uploads/images/${name}`);
    if (!name || !file) return undefined;
    return access(file).then(
      () => ({ name, file }),
      () => undefined,
    );
  }

  function share(shown: readonly unknown[], card: (justOnce: () => void) => Promise<Card>): SharePicture {
    const key = createHash("sha256")
      .update(JSON.stringify([shareDesign, ...shown]))
      .digest("hex")
      .slice(0, 32);
    return {
      etag: `"${key}"`,
      bytes: () => shares.get(`${key}.jpg`, async (justOnce) => rasterise(await artist.draw(await card(justOnce)))),
    };
  }

  return {
    /**
     * A stored image as a square of a size at most.
     * @throws ApiError `not_found` when there is no such image, or none can be made of it.
     */
    async resized(name: string, size: PictureSize, format: PictureFormat): Promise<Buffer> {
      // Asked first: a removed image is gone at once, whatever was made of it.
      const image = await imageFile(`/uploads/images/${name}`);
      if (!image) throw new ApiError("not_found");
      return pictures.get(`${size}-${name}.${format}`, () => tried(name, () => resize(image.file, size, format)));
    },

    /** The picture that goes along with a song's link. Of images elsewhere nothing is fetched: the drawn cover stands for them. */
    async ofSong({ id, title, artist: by, thumbnail_url, is_premium }: SharedSong): Promise<SharePicture> {
      const image = await imageFile(thumbnail_url);
      return share(["song", id, title, by, is_premium, image?.name ?? null], async (justOnce) => {
        const embedded = image && tried(image.name, () => toDataUrl(image.file, coverEdge)).catch(() => null);
        const shownImage = (await embedded) ?? null;
        if (image && shownImage === null) justOnce();
        return { kind: "song", id, title, artist: by, is_premium, image: shownImage };
      });
    },

    /** The picture of all other pages. */
    ofSite: (): SharePicture => share(["site"], async () => ({ kind: "site" })),

    async stop(): Promise<void> {
      await artist.stop();
      await Promise.all([pictures.settled(), shares.settled()]);
    },
  };
}
