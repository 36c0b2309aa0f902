/** Pictures generated from stored data and cached on the disk: resized images, and pictures of shared links. */
import { createHash } from "node:crypto";
import path from "node:path";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { ApiError } from "#contract/errors.ts";
import { localAddress } from "#contract/file-address.ts";
import {
  type PictureFormat,
  type PictureSize,
  type SharedSong,
  shareDesign,
  storedImageName,
} from "#contract/pictures.ts";
import { mosaicCovers } from "#contract/playlist-rules.ts";
import type { Files } from "#server/features/files/files.service.ts";
import { StorageFailure } from "#server/features/storage/storage.service.ts";
import type { CardArtist } from "./card-artist.ts";
import {
  type Card,
  coverEdge,
  type GiftCard,
  type PaperCard,
  type PlaylistCard,
  type TransferCard,
} from "./card-shape.ts";
import { createFileCache } from "./file-cache.ts";
import { rasterise, rasteriseSharply, resize, toDataUrl } from "./images.ts";

/** Contents of the picture of a link to a playlist. */
export interface SharedPlaylist extends Pick<PlaylistCard, "title" | "owner" | "songs"> {
  covers: readonly Pick<SharedSong, "id" | "title" | "thumbnail_url">[];
}

/** A picture that is generated when its bytes are read. */
export interface SharePicture {
  etag: string;
  bytes(): Promise<Buffer>;
}

export interface PicturesDeps {
  dataDir: string;
  files: Pick<Files, "isOpen" | "withContent">;
  artist: CardArtist;
  log: Pick<Logger, "warn">;
  /** Limit of each of the two caches. */
  maxBytes?: number;
}

export type Pictures = ReturnType<typeof createPictures>;

const defaultMaxBytes = 1024 ** 3;
const maxBrokenImages = 1000;
const maxPrivateCards = 50;
/** A machine without memory or time fails good images too: they are tried again. */
const brokenMs = 10 * 60_000;

export function createPictures({ dataDir, files, artist, log, maxBytes = defaultMaxBytes }: PicturesDeps) {
  const onError = (err: unknown) => log.warn({ err }, "a generated picture could not be cached");
  const cacheOf = (kind: string) => createFileCache({ dir: path.join(dataDir, "cache", kind), maxBytes, onError });
  const pictures = cacheOf("pictures");
  const shares = cacheOf("share");
  /** Of gifts and playlists, in memory alone: nothing of what may be closed stays on the disk. */
  const privateCards = new LRUCache<string, Promise<Buffer>>({ max: maxPrivateCards });
  /** Images that recently could not be converted. */
  const broken = new LRUCache<string, true>({ max: maxBrokenImages, ttl: brokenMs });

  /** Returns the name of a stored image that everyone may see; undefined for another address or a missing file. */
  async function openImage(address: string | null): Promise<string | undefined> {
    const name = address === null ? undefined : storedImageName(address);
    return name !== undefined && (await files.isOpen(`images/${name}`)) ? name : undefined;
  }

  /** Converts a stored image. @throws ApiError `not_found`, or `unavailable` when it can't be fetched now. */
  async function convert<T>(name: string, make: (file: string) => Promise<T>): Promise<T> {
    if (broken.has(name)) throw new ApiError("not_found");
    let made: { value: T } | undefined;
    try {
      made = await files.withContent(`images/${name}`, async (file) => ({ value: await make(file) }));
    } catch (err) {
      log.warn({ err, image: name }, "an image could not be converted");
      if (err instanceof StorageFailure) throw new ApiError("unavailable");
      broken.set(name, true);
    }
    if (!made) throw new ApiError("not_found");
    return made.value;
  }

  function sharePicture(content: readonly unknown[], card: (skipCache: () => void) => Promise<Card>): SharePicture {
    const key = keyOf(content);
    return {
      etag: `"${key}"`,
      bytes: () => shares.get(`${key}.jpg`, async (skipCache) => rasterise(await artist.draw(await card(skipCache)))),
    };
  }

  /** Returns an image for a card; null for one that can't be had. */
  const dataUrlOf = async (name: string | undefined): Promise<string | null> =>
    name === undefined ? null : ((await convert(name, (file) => toDataUrl(file, coverEdge)).catch(() => null)) ?? null);

  function privateCard(content: readonly unknown[], card: () => Promise<Card>): SharePicture {
    const key = keyOf(content);
    return {
      etag: `"${key}"`,
      bytes() {
        const found = privateCards.get(key) ?? card().then(artist.draw).then(rasterise);
        privateCards.set(key, found);
        found.catch(() => privateCards.delete(key));
        return found;
      },
    };
  }

  return {
    /**
     * Returns a stored image as a square of at most a size.
     * @throws ApiError `not_found` when there is no such image, or it can't be converted.
     */
    async resized(name: string, size: PictureSize, format: PictureFormat): Promise<Buffer> {
      // Checked first: cached pictures of a removed image must not be served.
      if (!(await openImage(localAddress(`images/${name}`)))) throw new ApiError("not_found");
      return pictures.get(`${size}-${name}.${format}`, () => convert(name, (file) => resize(file, size, format)));
    },

    /** Returns the share picture of a song. Images of other sites are not fetched; the drawn cover replaces them. */
    async ofSong({ id, title, artist: performer, thumbnail_url, is_premium }: SharedSong): Promise<SharePicture> {
      const image = await openImage(thumbnail_url);
      return sharePicture(["song", id, title, performer, is_premium, image ?? null], async (skipCache) => {
        const dataUrl = image && convert(image, (file) => toDataUrl(file, coverEdge)).catch(() => null);
        const cardImage = (await dataUrl) || null;
        if (image && cardImage === null) skipCache();
        return { kind: "song", id, title, artist: performer, is_premium, image: cardImage };
      });
    },

    /** Returns the share picture of all other pages. */
    ofSite: (): SharePicture => sharePicture(["site"], async () => ({ kind: "site" })),

    /** Returns the picture of a link to a gift; without a card of one that is not open. */
    ofGift(gift: Omit<GiftCard, "kind"> | undefined): SharePicture {
      if (!gift) return sharePicture(["parcel"], async () => ({ kind: "parcel" }));
      const { id, title, recipient, isQuiet } = gift;
      return privateCard(["gift", id, title, recipient, isQuiet], async () => ({ kind: "gift", ...gift }));
    },

    /** Returns the picture of a link to a playlist, a mosaic of four covers where it has as many. */
    async ofPlaylist({ title, owner, songs, covers }: SharedPlaylist): Promise<SharePicture> {
      const chosen = covers.length < mosaicCovers ? covers.slice(0, 1) : covers.slice(0, mosaicCovers);
      const images = await Promise.all(chosen.map(({ thumbnail_url }) => openImage(thumbnail_url)));
      return privateCard(["playlist", title, owner, songs, chosen, images], async () => ({
        kind: "playlist",
        title,
        owner,
        songs,
        covers: await Promise.all(
          chosen.map(async ({ id, title }, place) => ({ id, title, image: await dataUrlOf(images[place]) })),
        ),
      }));
    },

    /** Returns the drawing behind the words of a card to print, as a JPEG of the size of `paper`; it is drawn anew each time. */
    ofPaper: async (card: Omit<PaperCard, "kind">): Promise<Buffer> =>
      rasterise(await artist.draw({ kind: "paper", ...card })),

    /** Returns the picture of a payment's code as a PNG; it is drawn anew each time. */
    ofTransfer: async (card: Omit<TransferCard, "kind">): Promise<Buffer> =>
      rasteriseSharply(await artist.draw({ kind: "transfer", ...card })),

    async stop(): Promise<void> {
      await artist.stop();
      await Promise.all([pictures.settled(), shares.settled()]);
    },
  };
}

const keyOf = (content: readonly unknown[]): string =>
  createHash("sha256")
    .update(JSON.stringify([shareDesign, ...content]))
    .digest("hex")
    .slice(0, 32);
