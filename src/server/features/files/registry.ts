/**
 * The registry of stored files. A file has its row before it has its name on the disk, and keeps it until all its copies are gone;
 * what has no row is closed. Owners claim and release files in their own transactions, under the lock `files`, which removing
 * a file holds too: a file that is being taken stays, and one that is going can't be taken.
 */
import { invalidField } from "#contract/errors.ts";
import { fileKeyOf, isOwnAddress } from "#contract/file-address.ts";
import {
  restingOwner,
  type StoredKind,
  storedKinds,
  type Visibility,
  visibilities,
} from "#server/features/file-kinds.ts";
import type { MediaStore, ReceivedFile, StoredFile } from "#server/features/media/media.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { type ClaimRow, type FileRow, filesRepository, type Owner } from "./files.repository.ts";

/** Outbox topic: removes files that nothing claims, `{keys}`. */
export const removeTopic = "files.remove";
/** Outbox topic: a file may have to move, `{key}`. */
export const placeTopic = "files.place";
export const filesLock = "files";

/** One use of a file by its owner. */
export interface Claim {
  key: string;
  kind: StoredKind;
  /** The readers that the owner allows; null when it allows none by itself, like a hidden song. */
  visibility: Visibility | null;
  /** File name of a download, without its extension. */
  name?: string | null;
  /** For a newly named file: the field and message of the error when the file is not there. */
  missing?: { field: string; message: string };
}

/**
 * Returns the claim on the file of an address; none for an address that is no file's of this site.
 * @param stored the address before a change: a file that was named already may be missing.
 * @throws ApiError `invalid` for a new address of this site that no file can have.
 */
export function claimOf(
  address: string | null | undefined,
  stored: string | null | undefined,
  values: Omit<Claim, "key" | "missing">,
  missing: { field: string; message: string },
): Claim[] {
  if (!address || !isOwnAddress(address)) return [];
  const key = fileKeyOf(address);
  if (address === stored) return key === undefined ? [] : [{ ...values, key }];
  if (key === undefined) throw invalidField(missing.field, missing.message);
  return [{ ...values, key, missing }];
}

/** Returns the claim on a picture that everyone may see. @param field its name in the form. @throws as `claimOf`. */
export function pictureClaim(
  field: string,
  address: string | null | undefined,
  stored: string | null | undefined,
): Claim[] {
  const message = "Không tìm thấy ảnh này, vui lòng tải lên lại";
  return claimOf(address, stored, { kind: "image", visibility: "public" }, { field, message });
}

export interface RegistryDeps {
  database: Pick<Database, "db" | "dialect">;
  store: Pick<MediaStore, "holdsKey">;
  outbox: Pick<Outbox, "add">;
}

/**
 * Returns who may read a claimed file: the most restricted of its claims. One that no owner opens needs a signed link, with which
 * administrators hear hidden songs. What rests in the bin decides only where nothing else claims the file.
 */
export function visibilityOf(
  all: readonly (Pick<ClaimRow, "visibility"> & Partial<Pick<ClaimRow, "owner_kind">>)[],
): Visibility {
  const claims = all.filter(({ owner_kind }) => owner_kind !== restingOwner);
  if (claims.length === 0 && all.length > 0) return "admin";
  const given = claims.map(({ visibility }) => visibility).filter((visibility) => visibility !== null);
  if (given.length === 0) return "signed";
  return visibilities[Math.max(...given.map((visibility) => visibilities.indexOf(visibility)))] ?? "admin";
}

export function createRegistry({ database: { db, dialect }, store, outbox }: RegistryDeps) {
  const files = filesRepository(db);

  /** True when an owner can take a file now. A file in object storage was verified when it moved there. */
  function isThere(row: FileRow | undefined, kind: StoredKind): row is FileRow {
    return (
      row !== undefined && !row.is_removed && row.kind === kind && (row.place !== "disk" || store.holdsKey(row.key))
    );
  }

  /** Sets who may read files after a change of their claims; those without any are closed, and removed after the commit. */
  async function applyClaims(tx: Tx, keys: readonly string[]): Promise<void> {
    const repository = filesRepository(tx);
    const claims = Map.groupBy(await repository.claimsOn(keys), ({ file_key }) => file_key);
    const released: string[] = [];
    for await (const { key, is_managed } of inTurns(await repository.among(keys))) {
      const left = claims.get(key);
      if (left) {
        await repository.setVisibility([key], { visibility: visibilityOf(left), unclaimed_since: null });
        if (is_managed) await outbox.add(tx, placeTopic, { key });
      } else {
        await repository.setVisibility([key], { visibility: "admin", unclaimed_since: new Date().toISOString() });
        released.push(key);
      }
    }
    if (released.length > 0) await outbox.add(tx, removeTopic, { keys: released.toSorted() });
  }

  return {
    /** Registers received files, then moves them into place. Until they are claimed, they end after a day. */
    async keep(received: readonly ReceivedFile[], isManaged: boolean): Promise<StoredFile[]> {
      const stored: StoredFile[] = [];
      for (const file of received) stored.push(await file.prepare());
      const unclaimed_since = new Date().toISOString();
      await files.add(
        received.map(({ kind }, index) => {
          const { key, sha256, size, duration } = stored[index] as StoredFile;
          const visibility = storedKinds[kind].unclaimed;
          const measures = { sha256, size, duration };
          return { key, kind, visibility, place: "disk", is_managed: isManaged, ...measures, unclaimed_since };
        }),
      );
      for (const file of received) await file.keep();
      return stored;
    },

    /**
     * Makes these the claims of an owner, in the owner's transaction; its other claims are released.
     * @throws ApiError `invalid` for a claim with `missing` whose file is not there.
     */
    async setClaims(tx: Tx, owner: Owner, claims: readonly Claim[]): Promise<void> {
      const repository = filesRepository(tx);
      await dialect.lock(tx, filesLock);
      const held = new Map((await repository.claimsOf(owner)).map((row) => [row.file_key, row]));
      const rows = new Map((await repository.among(claims.map(({ key }) => key))).map((row) => [row.key, row]));
      const changed: string[] = [];
      for await (const { key, kind, visibility, name = null, missing } of inTurns(claims)) {
        const before = held.get(key);
        held.delete(key);
        if (!before && !isThere(rows.get(key), kind)) {
          if (missing) throw invalidField(missing.field, missing.message);
          continue;
        }
        if (before && before.visibility === visibility && before.name === name) continue;
        await repository.putClaims([{ owner_kind: owner.kind, owner_id: owner.id, file_key: key, visibility, name }]);
        if (before?.visibility !== visibility) changed.push(key);
      }
      for await (const key of inTurns(held.keys())) {
        await repository.removeClaim(owner, key);
        changed.push(key);
      }
      if (changed.length > 0) await applyClaims(tx, changed);
    },

    /**
     * Makes the claims of one owner those of another, in the transaction of both.
     * @param visibility of the claims from then on. @returns the number of files
     */
    async passClaims(tx: Tx, from: Owner, to: Owner, visibility: Visibility): Promise<number> {
      const repository = filesRepository(tx);
      await dialect.lock(tx, filesLock);
      const keys = (await repository.claimsOf(from)).map(({ file_key }) => file_key);
      await repository.putClaims(
        keys.map((file_key) => ({ owner_kind: to.kind, owner_id: to.id, file_key, visibility, name: null })),
      );
      for await (const key of inTurns(keys)) await repository.removeClaim(from, key);
      if (keys.length > 0) await applyClaims(tx, keys);
      return keys.length;
    },

    /** Gives up an unclaimed file; its copies are removed after the commit. @returns false for a claimed one, which stays. */
    async discard(tx: Tx, key: string): Promise<boolean> {
      await dialect.lock(tx, filesLock);
      const row = await filesRepository(tx).find(key);
      if (row?.unclaimed_since === null) return false;
      if (row) await filesRepository(tx).setRemoved(key);
      await outbox.add(tx, removeTopic, { keys: [key] });
      return true;
    },
  };
}
