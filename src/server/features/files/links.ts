/** From addresses to files: who may read a file of `/uploads/…`, and where it is sent from; and the addresses that others get of it. */
import { extname } from "node:path";
import { ApiError } from "#contract/errors.ts";
import { fileKeyOf, isFileKey, localAddress, storageAddress } from "#contract/file-address.ts";
import type { Storage } from "#server/features/storage/storage.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { type FileRow, filesRepository } from "./files.repository.ts";
import { bucketOf } from "./places.ts";
import { createLinkSigner, type Role } from "./signing.ts";
import { unavailable } from "./upload-target.ts";

/** Shortest lifetime of a link to a page, in milliseconds; the longest is an hour more. */
const pageLifeMs = 60 * 60_000;
/** Lifetime of a presigned link. */
const linkSeconds = 60 * 60;
const premiumOnly = "Bạn cần có quyền Premium để nghe bài hát này";
/** The kinds of callers that a role stands for. */
const callersOf: Record<Role, readonly Caller["kind"][]> = { staff: ["staff", "admin"], admin: ["admin"] };

export type Links = ReturnType<typeof createLinks>;
export interface ServedFile extends Pick<FileRow, "key" | "kind" | "visibility" | "place"> {
  /** Name under which a download link saves the file; undefined for other requests. */
  downloadName?: string | undefined;
  /** True when only a download link saves the file: a customer hears a finished song before it is paid for. */
  isPlayOnly?: boolean;
}

/** A request for a file. */
export interface FileRequest {
  method: string;
  query: Record<string, unknown>;
  /** Returns the caller by the bearer token; asked only for files of a role. */
  caller(): Promise<Caller>;
}

/** The addresses of a file. */
export interface FileAddresses {
  /** As songs name it. */
  stored: string;
  /** Where everyone finds it, as long as it is public. */
  open: string;
}

export interface LinksDeps {
  database: Pick<Database, "db" | "dialect">;
  storage: Pick<Storage, "current">;
  /** Signs links. */
  key: Buffer;
  /** Verifies links that were signed before the key changed. */
  oldKey?: Buffer | undefined;
}

export function createLinks({ database: { db, dialect }, storage, key: signingKey, oldKey }: LinksDeps) {
  const files = filesRepository(db);
  const signer = createLinkSigner(signingKey, oldKey);
  const pages = createLinkSigner(signingKey, oldKey, pageLifeMs);

  async function publicUrl(): Promise<string | null> {
    const current = await storage.current();
    return current.state === "off" ? null : current.publicUrl;
  }

  /** True for a finished song by the link of staff, who may also save it. */
  const isForStaff = ({ key, kind, visibility }: Omit<FileRow, "place">, query: FileRequest["query"]) =>
    kind === "finished_song" && visibility === "signed" && signer.verify(localAddress(key), query, "staff");

  /** @throws ApiError `unauthenticated` or `forbidden` */
  async function assertReadable(file: FileRow, { query, caller }: FileRequest): Promise<void> {
    const { key, kind, visibility } = file;
    if (visibility === "public") return;
    if (visibility === "signed" && signer.downloadName(localAddress(key), query) !== undefined) return;
    if (isForStaff(file, query)) return;
    const role = visibility === "signed" ? undefined : visibility;
    if (signer.verify(localAddress(key), query, role)) return;
    if (role === undefined) throw new ApiError("forbidden", ...(kind === "audio" ? [premiumOnly] : []));
    const { kind: callerKind } = await caller();
    if (callerKind === "anonymous") throw new ApiError("unauthenticated");
    if (!callersOf[role].includes(callerKind)) throw new ApiError("forbidden");
  }

  return {
    /**
     * Returns the file of a path below `/uploads/` that the request may read.
     * @throws ApiError `not_found` for a file without a row or whose removal has begun; `unauthenticated`, `forbidden`.
     */
    async open(key: string, request: FileRequest): Promise<ServedFile> {
      const row = isFileKey(key) ? await files.served(key, dialect) : undefined;
      if (!row || row.is_removed) throw new ApiError("not_found");
      await assertReadable(row, request);
      return {
        ...row,
        downloadName: signer.downloadName(localAddress(key), request.query),
        isPlayOnly: row.kind === "finished_song" && !isForStaff(row, request.query),
      };
    },

    /** True for a file that everyone may read. */
    async isOpen(key: string): Promise<boolean> {
      const row = await files.served(key, dialect);
      return row !== undefined && !row.is_removed && row.visibility === "public";
    },

    /** Returns the URL in object storage of a file; undefined when it lies on the disk. @throws ApiError `unavailable` */
    async redirectUrl(
      { key, place, visibility, downloadName: fileName }: ServedFile,
      { method, download }: { method: string; download: boolean },
    ): Promise<string | undefined> {
      if (place === "disk") return undefined;
      const current = await storage.current();
      if (place === "bucket" && current.state !== "off" && current.publicUrl !== null) {
        if (visibility === "public" && !download) return `${current.publicUrl}/${key}`;
      }
      try {
        return await bucketOf(current, place).link(key, {
          life: linkSeconds,
          method: method === "HEAD" ? "HEAD" : "GET",
          ...(download ? { download: fileName ?? (await nameOf(key)) } : {}),
        });
      } catch (error) {
        throw unavailable(error);
      }
    },

    /** Returns a link that is valid for at least 12 hours. @param role of those whom it is issued to, beside listeners. */
    signedUrl: (key: string, role?: Role, now?: number): string => signer.sign(localAddress(key), role, now),

    /** Returns the link of a page that its holder alone may see, valid for one to two hours. @param path outside `/uploads`. */
    pageUrl: (path: string, now?: number): string => pages.sign(path, undefined, now),

    /** True for the query of a valid, unexpired link of a page. */
    isPageUrl: (path: string, query: { expires: string; signature: string }): boolean => pages.verify(path, query),

    /** Returns a link of a file of listeners that ends with the link of a page. @param expires of that, in seconds. */
    signedUntil: (key: string, expires: number): string =>
      pages.sign(localAddress(key), undefined, expires * 1000 - pageLifeMs),

    /** Returns a link that saves a file under a name, valid for at least 12 hours; for files of listeners. */
    downloadUrl: (key: string, fileName: string): string => signer.signDownload(localAddress(key), fileName),

    /** Returns the addresses of registered files by key. */
    async addressesOf(keys: readonly string[]): Promise<Map<string, FileAddresses>> {
      const rows = await files.placesOf(keys, dialect);
      const base = rows.some(({ place }) => place === "bucket") ? await publicUrl() : null;
      const addresses = new Map<string, FileAddresses>();
      for (const { key, place, is_managed, is_removed } of rows) {
        if (is_removed) continue;
        const local = localAddress(key);
        addresses.set(key, {
          stored: is_managed ? storageAddress(key) : local,
          open: place === "bucket" && base !== null ? `${base}/${key}` : local,
        });
      }
      return addresses;
    },

    /**
     * Returns the one address by which songs name a registered file, for any address of it: `/uploads/…` also with this site's origin,
     * with parameters or percent signs, `R2:…`, and the bucket's own; undefined for all others.
     */
    async storedAddress(address: string): Promise<string | undefined> {
      const base = await publicUrl();
      const inBucket = base !== null && address.startsWith(`${base}/`) ? address.slice(base.length + 1) : "";
      const path = pathOf(address);
      const key =
        fileKeyOf(address) ?? (isFileKey(inBucket) ? inBucket : path === undefined ? undefined : fileKeyOf(path));
      const row = key === undefined ? undefined : await files.find(key);
      if (!row || row.is_removed) return undefined;
      return row.is_managed ? storageAddress(row.key) : localAddress(row.key);
    },
  };

  /** Returns the file name for a download: the name that an owner gives it. */
  async function nameOf(key: string): Promise<string> {
    const name = await files.nameOf(key);
    return name === undefined ? (key.split("/").at(-1) ?? key) : name + extname(key);
  }
}

/** Returns the decoded path of a URL; undefined for one that is neither a path nor http. */
export function pathOf(url: string): string | undefined {
  if (!url.startsWith("/") && !/^https?:/i.test(url)) return undefined;
  const { pathname } = new URL(url, "http://site.invalid");
  try {
    return decodeURIComponent(pathname);
  } catch {
    // A stray percent sign: the path stays undecoded.
    return pathname;
  }
}
