/** Pictures generated from stored data and cached on the disk: resized images, and pictures of shared links. */
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

/** A picture that is generated when its bytes are read. */
export interface SharePicture {
  etag: string;
  bytes(): Promise<Buffer>;
}

export interface PicturesDeps {
  dataDir: string;
  store: Pick<MediaStore, "fileOf">;
  artist: CardArtist;
  log: Pick<Logger, "warn">;
  /** Limit of each of the two caches. */
  maxBytes?: number;
}

export type Pictures = ReturnType<typeof createPictures>;

const defaultMaxBytes = 1024 ** 3;
const maxBrokenImages = 1000;
/** A machine without memory or time fails good images too: they are tried again. */
const brokenMs = 10 * 60_000;

export function createPictures({ dataDir, store, artist, log, maxBytes = defaultMaxBytes }: PicturesDeps) {
  const onError = (err: unknown) => log.warn({ err }, "a generated picture could not be cached");
  const cacheOf = (kind: string) => createFileCache({ dir: path.join(dataDir, "cache", kind), maxBytes, onError });
  const pictures = cacheOf("pictures");
  const shares = cacheOf("share");
  /** Images that recently could not be converted. */
  const broken = new LRUCache<string, true>({ max: maxBrokenImages, ttl: brokenMs });

  async function convert<T>(name: string, make: () => Promise<T>): Promise<T> {
    if (broken.has(name)) throw new ApiError("not_found");
    try {
      return await make();
    } catch (err) {
      log.warn({ err, image: name }, "an image could not be converted");
      broken.set(name, true);
      throw new ApiError("not_found");
    }
  }

  /** Returns the file of a stored image; undefined for another address or a missing file. */
  async function imageFile(address: string | null): Promise<{ name: string; file: string } | undefined> {
    const name = address === null ? undefined : storedImageName(address);
    const file = name && store.fileOf(`/uploads/images/${name}`);
    if (!name || !file) return undefined;
    return access(file).then(
      () => ({ name, file }),
      () => undefined,
    );
  }

  function sharePicture(content: readonly unknown[], card: (skipCache: () => void) => Promise<Card>): SharePicture {
    const key = createHash("sha256")
      .update(JSON.stringify([shareDesign, ...content]))
      .digest("hex")
      .slice(0, 32);
    return {
      etag: `"${key}"`,
      bytes: () => shares.get(`${key}.jpg`, async (skipCache) => rasterise(await artist.draw(await card(skipCache)))),
    };
  }

  return {
    /**
     * Returns a stored image as a square of at most a size.
     * @throws ApiError `not_found` when there is no such image, or it can't be converted.
     */
    async resized(name: string, size: PictureSize, format: PictureFormat): Promise<Buffer> {
      // Checked first: cached pictures of a removed image must not be served.
      const image = await imageFile(`/uploads/images/${name}`);
      if (!image) throw new ApiError("not_found");
      return pictures.get(`${size}-${name}.${format}`, () => convert(name, () => resize(image.file, size, format)));
    },

    /** Returns the share picture of a song. Images of other sites are not fetched; the drawn cover replaces them. */
    async ofSong({ id, title, artist: performer, thumbnail_url, is_premium }: SharedSong): Promise<SharePicture> {
      const image = await imageFile(thumbnail_url);
      return sharePicture(["song", id, title, performer, is_premium, image?.name ?? null], async (skipCache) => {
        const dataUrl = image && convert(image.name, () => toDataUrl(image.file, coverEdge)).catch(() => null);
        const cardImage = (await dataUrl) ?? null;
        if (image && cardImage === null) skipCache();
        return { kind: "song", id, title, artist: performer, is_premium, image: cardImage };
      });
    },

    /** Returns the share picture of all other pages. */
    ofSite: (): SharePicture => sharePicture(["site"], async () => ({ kind: "site" })),

    async stop(): Promise<void> {
      await artist.stop();
      await Promise.all([pictures.settled(), shares.settled()]);
    },
  };
}
