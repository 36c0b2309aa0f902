/**
 * Songs to hear before asking for one. A chosen song is heard while it is shown and free, and its customer allows it in the library
 * (docs/rooms/request-page.md#reviews).
 */
import type { Song } from "#contract/catalogue.ts";
import { ApiError, invalidField } from "#contract/errors.ts";
import {
  type AdminExample,
  type Example,
  type ExampleBody,
  type ExampleCandidate,
  ExampleChange,
  maxExamples,
} from "#contract/examples.ts";
import { knownOccasion } from "#contract/occasions.ts";
import { assertVersion, fieldChanges, recordAudit, type TrailFields } from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { givenFields } from "#server/platform/given-fields.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { type ExampleRow, examplesRepository } from "./examples.repository.ts";

export interface Examples {
  /** Returns the songs that visitors hear, in their order. */
  heard(): Promise<Example[]>;
  /** Returns all examples in their order. */
  list(): Promise<AdminExample[]>;
  /** Returns the newest songs that can become examples. */
  candidates(): Promise<ExampleCandidate[]>;
  /** @throws ApiError `invalid` for a song that can't be one; `conflict` when there are too many. */
  add(caller: AdminCaller, body: ExampleBody): Promise<AdminExample>;
  /** Updates the given fields. @throws ApiError `not_found`; as `add`; `conflict` when another version was seen. */
  change(caller: AdminCaller, id: number, body: ExampleChange): Promise<AdminExample>;
  /** @throws ApiError `not_found` */
  remove(caller: AdminCaller, id: number): Promise<void>;
}

export interface ExamplesDeps {
  database: Pick<Database, "db" | "commit">;
  /** Returns shown songs as visitors see them, by their ids. */
  songsOf(ids: readonly number[]): Promise<Song[]>;
  /** Returns what customers say beside their songs. */
  quotesOf(songIds: readonly number[]): Promise<Map<number, { text: string; name: string }>>;
}

const lock = "examples";
const maxCandidates = 200;
/** Of the first demo song in the order. */
const demoPlace = 100;
const noExample = "Không tìm thấy bài nghe thử này";

const trail: TrailFields<ExampleRow, ExampleChange> = {
  title: "Bài nghe thử",
  song_id: null,
  occasion: "Dịp nghe thử",
  sort_order: "Thứ tự nghe thử",
};

export function createExamples({ database, songsOf, quotesOf }: ExamplesDeps): Examples {
  const { db, commit } = database;

  async function present(rows: readonly ExampleRow[]): Promise<AdminExample[]> {
    const quotes = await quotesOf(rows.map(({ song_id }) => song_id));
    return rows.map((row) => {
      const { is_active: _active, is_premium: _premium, consent_at: _consent, ...shown } = row;
      const quote = quotes.get(row.song_id) ?? null;
      return { ...shown, quote, fault: faultOf(row), version: versionOfExample(row) };
    });
  }

  async function read(id: number): Promise<AdminExample> {
    const [example] = await present([await findOrThrow(examplesRepository(db).find(id), noExample)]);
    return example as AdminExample;
  }

  return {
    async heard() {
      const rows = (await examplesRepository(db).inOrder()).filter((row) => faultOf(row) === null);
      const ids = rows.map(({ song_id }) => song_id);
      const [songs, quotes] = await Promise.all([songsOf(ids), quotesOf(ids)]);
      const byId = new Map(songs.map((song) => [song.id, song]));
      return rows.flatMap(({ song_id, occasion, is_demo }) => {
        const song = byId.get(song_id);
        if (!song || song.audio_url === null) return [];
        const { id, title, artist, thumbnail_url, audio_url, duration } = song;
        const quote = quotes.get(id) ?? null;
        return { id, title, artist, thumbnail_url, audio_url, duration, occasion, quote, is_demo };
      });
    },

    list: async () => present(await examplesRepository(db).inOrder()),

    async candidates() {
      const rows = await examplesRepository(db).candidates(maxCandidates);
      return rows.map((row) => ({ ...row, occasion: knownOccasion(row.occasion) }));
    },

    async add(caller, body) {
      const id = await commit({ lock }, async (tx) => {
        const repository = examplesRepository(tx);
        if ((await repository.count()) >= maxExamples) {
          throw new ApiError(
            "conflict",
            `Chỉ chọn được tối đa ${maxExamples} bài nghe thử, bạn bỏ bớt một bài trước nhé`,
          );
        }
        await assertCandidate(tx, body.song_id);
        const added = await repository.insert({ ...body, created_at: new Date().toISOString() });
        const { title } = await findOrThrow(repository.find(added), noExample);
        const changes = [{ field: "Bài nghe thử", from: null, to: body.occasion }];
        await recordAudit(tx, caller, { action: "update", entity: "song", id: body.song_id, name: title, changes });
        return added;
      });
      return read(id);
    },

    async change(caller, id, { version, ...body }) {
      const save = () =>
        commit({ lock }, async (tx) => {
          const repository = examplesRepository(tx);
          const stored = await findOrThrow(repository.find(id), noExample);
          const subject = { id: stored.song_id, name: stored.title };
          await assertVersion(tx, caller, version, versionOfExample(stored), "song", subject);
          if (body.song_id !== undefined && body.song_id !== stored.song_id) await assertCandidate(tx, body.song_id);
          const { song_id, occasion, sort_order } = stored;
          await repository.update(id, { song_id, occasion, sort_order, ...givenFields(body) });
          const saved = await findOrThrow(repository.find(id), noExample);
          const changes = fieldChanges(trail, stored, saved);
          await recordAudit(tx, caller, {
            action: "update",
            entity: "song",
            id: saved.song_id,
            name: saved.title,
            changes,
          });
        });
      return withCurrent(
        () => read(id),
        async () => {
          await save();
          return read(id);
        },
      );
    },

    async remove(caller, id) {
      await commit({ lock }, async (tx) => {
        const { song_id, title, occasion } = await findOrThrow(examplesRepository(tx).find(id), noExample);
        await examplesRepository(tx).remove(id);
        const changes = [{ field: "Bài nghe thử", from: occasion, to: null }];
        await recordAudit(tx, caller, { action: "update", entity: "song", id: song_id, name: title, changes });
      });
    },
  };
}

/** Makes examples of demo songs, behind those that administrators add. They go with their songs. */
export async function addDemoExamples(
  tx: Tx,
  songs: readonly { song_id: number; occasion: string }[],
  created_at: string,
): Promise<void> {
  for await (const [place, song] of inTurns(songs.entries())) {
    await examplesRepository(tx).insert({ ...song, sort_order: demoPlace + place, created_at });
  }
}

/** @throws ApiError `invalid` */
async function assertCandidate(from: Db, songId: number): Promise<void> {
  const repository = examplesRepository(from);
  if ((await repository.candidates(1, songId)).length > 0) return;
  const isUsed = await repository.isUsed(songId);
  throw invalidField(
    "song_id",
    isUsed
      ? "Bài hát này đã là bài nghe thử"
      : "Chỉ chọn được bài miễn phí đang hiện trong thư viện, làm theo yêu cầu và được khách cho phép",
  );
}

function faultOf({ is_active, is_premium, is_demo, consent_at }: ExampleRow): AdminExample["fault"] {
  if (!is_demo && consent_at === null) return "not_allowed";
  if (!is_active) return "hidden";
  return is_premium ? "premium" : null;
}

const versionOfExample = (row: ExampleRow) => versionOf(ExampleChange, row);
