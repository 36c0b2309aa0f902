/**
 * Brings the files of an earlier version into the registry: claims for all that songs, categories and contacts name, then rows for what
 * else lies in `uploads`. Each step is a short transaction that also notes how far it is, so the adoption may be stopped at any
 * moment, by several processes at once, and continues there. It looks at names and sizes only; hashes are measured later.
 */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "pino";
import { fileFolders, isFileKey } from "#contract/file-address.ts";
import { kindOfFolder, storedKinds } from "#server/features/file-kinds.ts";
import type { MediaStore } from "#server/features/media/media.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { filesRepository, type Owner } from "./files.repository.ts";
import { type Claim, filesLock, visibilityOf } from "./registry.ts";

/** Outbox topic: measures files whose hash is not known yet, `{after}`. */
export const measureTopic = "files.measure";
const batchSize = 200;
const maxNamed = 20;
const dayMs = 24 * 60 * 60_000;

/** The owners of one kind with the files that they name. */
export interface ClaimSource {
  owner: Owner["kind"];
  /** Returns a page of owners with ids greater than `after`, in order. */
  page(db: Db, after: number, limit: number): Promise<{ id: number; claims: Claim[] }[]>;
}

export interface Adoption {
  claims: number;
  /** Files that are named and not there. */
  lost: number;
  /** Files that nothing names, older than a day. */
  orphaned: number;
}

interface Progress extends Adoption {
  /** Index of the source; the number of sources stands for the uploads folder. */
  source: number;
  /** Highest id or key that is done. */
  after: number | string;
}

const start: Progress = { source: 0, after: 0, claims: 0, lost: 0, orphaned: 0 };

export interface AdoptionDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  store: Pick<MediaStore, "pathOf" | "uploads">;
  outbox: Pick<Outbox, "add">;
  log: Pick<Logger, "info" | "warn">;
}

/** Runs or continues the adoption; without effect once it is done. @returns what it found, when this call finished it. */
export async function adoptFiles(
  { database: { db, commit }, store, outbox, log }: AdoptionDeps,
  sources: readonly ClaimSource[],
): Promise<Adoption | undefined> {
  if ((await filesRepository(db).adoption()) === undefined) return undefined;
  const lostKeys: string[] = [];
  let uploaded: string[] | undefined;
  for (;;) {
    const progress = await commit({ lock: filesLock }, async (tx) => {
      const repository = filesRepository(tx);
      const noted = await repository.adoption();
      if (noted === undefined) return undefined;
      const before: Progress = { ...start, ...(JSON.parse(noted) as Partial<Progress>) };
      const source = sources[before.source];
      if (!source) uploaded ??= await uploadedKeys(store.uploads);
      const after = source ? await adoptOwners(tx, source, before) : await adoptOrphans(tx, before, uploaded ?? []);
      await repository.setAdoption(after === undefined ? undefined : JSON.stringify(after));
      const isDone = after === undefined;
      if (isDone && (await repository.unmeasured("", 1)).length > 0) await outbox.add(tx, measureTopic, { after: "" });
      return { before, after };
    });
    if (progress === undefined) return undefined;
    if (progress.after !== undefined) continue;
    const { claims, lost, orphaned } = progress.before;
    if (claims + lost + orphaned > 0) log.info({ claims, lost, orphaned }, "files of the earlier version registered");
    if (lost > 0) log.warn({ lost, files: lostKeys.slice(0, maxNamed) }, "files that the site names are missing");
    if (orphaned > 0) log.warn({ orphaned }, "files that nothing uses are removed after a day");
    return { claims, lost, orphaned };
  }

  async function sizeOf(key: string): Promise<{ size: number; mtimeMs: number } | undefined> {
    const stats = await stat(store.pathOf(key)).catch(() => undefined);
    return stats?.isFile() ? stats : undefined;
  }

  /** Claims the files of a page of owners. @returns the progress after it. */
  async function adoptOwners(tx: Tx, source: ClaimSource, progress: Progress): Promise<Progress> {
    const owners = await source.page(tx, Number(progress.after), batchSize);
    const last = owners.at(-1);
    if (last === undefined) {
      const next = { ...progress, source: progress.source + 1, after: 0 };
      if (next.source < sources.length) return next;
      // Files in object storage that nothing has claimed.
      const dayAgo = new Date(Date.now() - dayMs).toISOString();
      const orphaned = await filesRepository(tx).countUnclaimedBefore(dayAgo);
      return { ...next, orphaned: progress.orphaned + orphaned };
    }
    const repository = filesRepository(tx);
    const named = owners.flatMap(({ id, claims }) =>
      claims
        .filter(({ key, kind }) => kindOfFolder(folderOf(key)) === kind)
        .map(({ key, visibility, name = null }) => ({ id, key, visibility, name })),
    );
    const keys = [...new Set(named.map(({ key }) => key))];
    const known = new Map((await repository.among(keys)).map((row) => [row.key, row]));
    const isMissing = new Set<string>();
    const added: Parameters<typeof repository.add>[0][number][] = [];
    for await (const key of inTurns(keys)) {
      const row = known.get(key);
      const stats = row && row.place !== "disk" ? undefined : await sizeOf(key);
      if (!stats && (!row || row.place === "disk")) isMissing.add(key);
      if (row) continue;
      const kind = kindOfFolder(folderOf(key));
      if (!kind) continue;
      const unmeasured = { sha256: null, size: stats?.size ?? 0, duration: null };
      const closed = { visibility: "admin", unclaimed_since: new Date().toISOString() } as const;
      added.push({ key, kind, place: "disk", is_managed: false, ...unmeasured, ...closed });
    }
    await repository.add(added);
    await repository.putClaims(
      named.map(({ id, key, visibility, name }) => ({
        owner_kind: source.owner,
        owner_id: id,
        file_key: key,
        visibility,
        name,
      })),
    );
    const claims = Map.groupBy(await repository.claimsOn(keys), ({ file_key }) => file_key);
    const byVisibility = Map.groupBy(keys, (key) => visibilityOf(claims.get(key) ?? []));
    for (const [visibility, some] of byVisibility) {
      await repository.setVisibility(some, { visibility, unclaimed_since: null });
    }
    lostKeys.push(...isMissing);
    return {
      ...progress,
      after: last.id,
      claims: progress.claims + named.length,
      lost: progress.lost + isMissing.size,
    };
  }

  /** Registers files that nothing names. @returns the progress after a batch; undefined when there are no more. */
  async function adoptOrphans(tx: Tx, progress: Progress, keys: readonly string[]): Promise<Progress | undefined> {
    const batch = keys.filter((key) => key > String(progress.after || "")).slice(0, batchSize);
    const last = batch.at(-1);
    if (last === undefined) return undefined;
    const repository = filesRepository(tx);
    const known = new Set((await repository.among(batch)).map(({ key }) => key));
    const now = Date.now();
    let orphaned = 0;
    const added: Parameters<typeof repository.add>[0][number][] = [];
    for await (const key of inTurns(batch)) {
      const stats = known.has(key) ? undefined : await sizeOf(key);
      const kind = kindOfFolder(folderOf(key));
      if (!stats || !kind) continue;
      if (now - stats.mtimeMs > dayMs) orphaned += 1;
      const values = { visibility: storedKinds[kind].unclaimed, unclaimed_since: new Date(now).toISOString() };
      added.push({
        key,
        kind,
        place: "disk",
        is_managed: false,
        sha256: null,
        size: stats.size,
        duration: null,
        ...values,
      });
    }
    await repository.add(added);
    return { ...progress, after: last, orphaned: progress.orphaned + orphaned };
  }
}

const folderOf = (key: string): string => key.slice(0, key.indexOf("/"));

/** Returns the keys of all files in the uploads folder, in order. */
async function uploadedKeys(uploads: string): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of fileFolders) {
    const names = await readdir(path.join(uploads, folder)).catch(() => []);
    for (const name of names) keys.push(`${folder}/${name}`);
  }
  return keys.filter(isFileKey).sort();
}
