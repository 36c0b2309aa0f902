/**
 * The rules of playlists (docs/rooms/playlists.md). All changes of a user's playlists wait for each other, so that two devices lose nothing
 * and no list grows past its limit.
 */
import { randomBytes } from "node:crypto";
import type { Song } from "#contract/catalogue.ts";
import { ApiError } from "#contract/errors.ts";
import type { TabCounts } from "#contract/list.ts";
import { maxPlaylistSongs, maxPlaylists, type PlaylistReview } from "#contract/playlist-rules.ts";
import type {
  AdminPlaylist,
  AdminPlaylistQuery,
  OwnPlaylist,
  Playlist,
  PlaylistBody,
  PlaylistChange,
  PlaylistDecision,
  PlaylistOrder,
  PublicPlaylist,
} from "#contract/playlists.ts";
import type { PersonalData } from "#server/features/accounts/users/users.service.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { SongReading } from "#server/features/catalogue/song-reading.service.ts";
import type { SharedPlaylist } from "#server/features/pictures/pictures.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, Caller, UserCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import {
  type Contents,
  type PlaylistRow,
  playlistRepository,
  publicListReader,
  type StatedPlaylist,
} from "./playlists.repository.ts";

const noPlaylist = "Không tìm thấy danh sách này";
const movedOn = "Danh sách vừa được sửa trên thiết bị khác, nên chưa đổi thứ tự. Bạn xem lại rồi sắp xếp tiếp nhé.";
const isFull = `Danh sách này có tối đa ${maxPlaylistSongs} bài, bạn bỏ bớt hoặc tạo danh sách mới nhé`;
const noContents: Contents = { song_count: 0, covers: [] };

const lockOf = (userId: number) => ({ lock: `playlists ${userId}` });

export interface PlaylistsDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  songs: Pick<SongReading, "activeOf">;
}

export type Playlists = ReturnType<typeof createPlaylists>;

export function createPlaylists({ database, songs }: PlaylistsDeps) {
  const { db, commit, dialect } = database;
  const reader = publicListReader(db, dialect);

  async function presentOwn(from: Db, row: StatedPlaylist): Promise<OwnPlaylist> {
    const contents = (await playlistRepository(from).contentsOf([row.id])).get(row.id);
    return { ...contentsOf(row, contents), ...ownFieldsOf(row), updated_at: row.updated_at };
  }

  /** Returns playlists with what others see of them. */
  async function presentPublic<T extends PlaylistRow>(rows: readonly T[]): Promise<(T & PublicPlaylist)[]> {
    const repository = playlistRepository(db);
    const contents = await repository.contentsOf(rows.map(({ id }) => id));
    const names = await repository.namesOf([...new Set(rows.map(({ user_id }) => user_id))]);
    return rows.map((row) => ({
      ...row,
      ...contentsOf(row, contents.get(row.id)),
      owner: givenNameOf(names.get(row.user_id) ?? null),
    }));
  }

  async function presentAdmin(rows: readonly StatedPlaylist[]): Promise<AdminPlaylist[]> {
    return (await presentPublic(rows)).map((row) => ({
      ...row,
      owner_id: row.user_id,
      review: reviewOf(row) ?? "waiting",
      reason: row.refusal,
    }));
  }

  /** Finds a playlist of the caller. @throws ApiError `not_found` */
  async function ownOf(from: Db, { id: userId }: UserCaller, id: number): Promise<StatedPlaylist> {
    const row = await playlistRepository(from).find(id);
    if (row?.user_id !== userId) throw new ApiError("not_found", noPlaylist);
    return row;
  }

  /** Changes a playlist of the caller. A task that returns false has changed nothing. */
  const changing = (caller: UserCaller, id: number, task: (tx: Tx, row: StatedPlaylist) => Promise<boolean>) =>
    commit(lockOf(caller.id), async (tx) => {
      const row = await ownOf(tx, caller, id);
      if (!(await task(tx, row))) return presentOwn(tx, row);
      // Never the same as before, since decisions name it.
      const updated_at = new Date(Math.max(Date.now(), Date.parse(row.updated_at) + 1)).toISOString();
      const repository = playlistRepository(tx);
      await repository.update(id, { version: row.version + 1, updated_at });
      await repository.touchApproval(id, updated_at);
      return presentOwn(tx, await ownOf(tx, caller, id));
    });

  /** Finds a playlist by its address, for whoever may see it. @throws ApiError `not_found` */
  async function visible(caller: Caller, token: string): Promise<StatedPlaylist> {
    const row = await playlistRepository(db).byToken(token);
    const isOwn = caller.kind === "user" && caller.id === row?.user_id;
    if (!row || (row.visibility === "private" && !isOwn)) throw new ApiError("not_found", noPlaylist);
    return row;
  }

  const personalData: readonly PersonalData[] = [
    {
      name: "playlists",
      read: (userId) => playlistRepository(db).everythingOf(userId),
      // All of them go with the user's row.
      remove: async () => {},
    },
  ];

  return {
    personalData,

    /** Returns the playlists of a user, the last changed first. @param songId to be told in which ones it is */
    async own({ id: userId }: UserCaller, songId?: number): Promise<OwnPlaylist[]> {
      const repository = playlistRepository(db);
      const rows = await repository.ofUser(userId);
      const contents = await repository.contentsOf(rows.map(({ id }) => id));
      const having = songId === undefined ? undefined : await repository.withSong(userId, songId);
      return rows.map((row) => ({
        ...contentsOf(row, contents.get(row.id)),
        ...ownFieldsOf(row),
        updated_at: row.updated_at,
        ...(having && { has_song: having.has(row.id) }),
      }));
    },

    /** @throws ApiError `not_found` for a playlist to copy; `conflict` for one too many */
    async create(caller: UserCaller, { title, song_ids = [], copy_of }: PlaylistBody): Promise<OwnPlaylist> {
      const source = copy_of === undefined ? undefined : await visible(caller, copy_of);
      return commit(lockOf(caller.id), async (tx) => {
        const repository = playlistRepository(tx);
        if ((await repository.count(caller.id)) >= maxPlaylists) {
          throw new ApiError("conflict", `Bạn đã có ${maxPlaylists} danh sách, hãy xóa bớt một danh sách cũ trước nhé`);
        }
        // No song goes between the look for it and its place.
        await dialect.lockShared(tx, "catalogue");
        const wanted = source ? await repository.songIds(source.id) : song_ids;
        const now = new Date().toISOString();
        const id = await repository.insert({
          user_id: caller.id,
          token: randomBytes(16).toString("base64url"),
          title: title ?? source?.title ?? "",
          refusal: null,
          created_at: now,
          updated_at: now,
        });
        await repository.addSongs(id, await repository.shownOf(wanted));
        return presentOwn(tx, await ownOf(tx, caller, id));
      });
    },

    /** Changes title and visibility. A public playlist with another title waits for another look. @throws ApiError `not_found` */
    change: (caller: UserCaller, id: number, { title, visibility }: PlaylistChange): Promise<OwnPlaylist> =>
      changing(caller, id, async (tx, row) => {
        const next = { title: title ?? row.title, visibility: visibility ?? row.visibility };
        if (next.title === row.title && next.visibility === row.visibility) return false;
        const repository = playlistRepository(tx);
        await repository.disapprove(id);
        await repository.update(id, { ...next, refusal: null });
        return true;
      }),

    /** @throws ApiError `not_found` */
    remove: (caller: UserCaller, id: number): Promise<void> =>
      commit(lockOf(caller.id), async (tx) => {
        await ownOf(tx, caller, id);
        await playlistRepository(tx).remove(id);
      }),

    /** Adds songs at the end; those that are in it stay where they are. @throws ApiError `not_found`; `conflict` when it is full */
    addSongs: (caller: UserCaller, id: number, songIds: readonly number[]): Promise<OwnPlaylist> =>
      changing(caller, id, async (tx) => {
        const repository = playlistRepository(tx);
        await dialect.lockShared(tx, "catalogue");
        const present = await repository.songIds(id);
        const inIt = new Set(present);
        const shown = await repository.shownOf(songIds);
        if (shown.length === 0) throw new ApiError("not_found", "Không tìm thấy bài hát");
        const added = shown.filter((songId) => !inIt.has(songId));
        if (present.length + added.length > maxPlaylistSongs) throw new ApiError("conflict", isFull);
        await repository.addSongs(id, added);
        return added.length > 0;
      }),

    /** Takes a song out; the same once more changes nothing. @throws ApiError `not_found` */
    removeSong: (caller: UserCaller, id: number, songId: number): Promise<OwnPlaylist> =>
      changing(caller, id, (tx) => playlistRepository(tx).removeSong(id, songId)),

    /**
     * Puts the songs into an order. Hidden ones, which the owner does not see, stay behind the song that they follow.
     * @throws ApiError `not_found`; `conflict` when the playlist was changed since it was seen
     */
    order: (caller: UserCaller, id: number, { song_ids, seen }: PlaylistOrder): Promise<OwnPlaylist> =>
      changing(caller, id, async (tx, row) => {
        if (row.version !== seen) throw new ApiError("conflict", movedOn);
        const repository = playlistRepository(tx);
        await dialect.lockShared(tx, "catalogue");
        const stored = await repository.songIds(id);
        const next = reordered(stored, song_ids);
        if (next.every((songId, place) => songId === stored[place])) return false;
        await repository.setSongs(id, next);
        return true;
      }),

    /** Returns a playlist with the songs that the caller sees. @throws ApiError `not_found` for one that is not for the caller */
    async get(caller: Caller, token: string): Promise<Playlist> {
      const row = await visible(caller, token);
      const ids = await playlistRepository(db).songIds(row.id);
      const byId = new Map((await songs.activeOf(ids, caller)).map((song) => [song.id, song]));
      const inOrder = ids.map((id) => byId.get(id)).filter((song) => song !== undefined);
      const [shown] = await presentPublic([row]);
      const isOwn = caller.kind === "user" && caller.id === row.user_id;
      return {
        ...(shown as PublicPlaylist),
        song_count: inOrder.length,
        is_listed: reviewOf(row) === "approved",
        own: isOwn ? ownFieldsOf(row) : null,
        songs: inOrder.map(playlistSong),
      };
    },

    /** Returns what the picture of a link shows. @throws ApiError `not_found` for a private playlist */
    async shared(caller: Caller, token: string): Promise<SharedPlaylist> {
      const [row] = await presentPublic([await visible(caller, token)]);
      const { title, owner, song_count, covers } = row as PublicPlaylist;
      return { title, owner, songs: song_count, covers };
    },

    /** Returns a page of the approved playlists, the last approved first. */
    async listed(skip: number, limit: number): Promise<{ rows: PublicPlaylist[]; total: number }> {
      const repository = playlistRepository(db);
      const rows = await presentPublic(await repository.approved(skip, limit));
      return { rows, total: await repository.countApproved() };
    },

    /** Returns the addresses of all approved playlists with when they changed. */
    listedTokens: () => playlistRepository(db).approvedTokens(),

    async forAdmin(query: AdminPlaylistQuery): Promise<{ rows: AdminPlaylist[]; total: number }> {
      const { rows, total } = await reader.page(query);
      const stated = await Promise.all(rows.map(({ id }) => playlistRepository(db).find(id)));
      return { rows: await presentAdmin(stated.filter((row) => row !== undefined)), total };
    },

    async tabs(): Promise<TabCounts<PlaylistReview>> {
      const [all, waiting, approved, refused] = await Promise.all([
        reader.count("all"),
        reader.count("waiting"),
        reader.count("approved"),
        reader.count("refused"),
      ]);
      return { all, waiting, approved, refused };
    },

    /** Approves or refuses a public playlist. @throws ApiError `not_found`; `conflict` when its owner has changed it */
    async decide(caller: AdminCaller, id: number, decision: PlaylistDecision): Promise<AdminPlaylist> {
      const { review, reason, updated_at } = decision;
      const { user_id } = await findOrThrow(playlistRepository(db).find(id), noPlaylist);
      const decided = await commit(lockOf(user_id), async (tx) => {
        const repository = playlistRepository(tx);
        const row = await findOrThrow(repository.find(id), noPlaylist);
        const before = reviewOf(row);
        if (before === null) throw new ApiError("conflict", "Người tạo không để danh sách này công khai nữa");
        if (row.updated_at !== updated_at) {
          throw new ApiError(
            "conflict",
            "Người tạo vừa sửa danh sách này, bạn tải lại và xem lại trước khi quyết định nhé",
          );
        }
        const refusal = review === "refused" ? (reason ?? null) : null;
        if (before === review && row.refusal === refusal) return row;
        await repository.update(id, { refusal });
        if (review === "approved") await repository.approve(id, new Date().toISOString());
        else await repository.disapprove(id);
        await recordAudit(tx, caller, {
          action: "update",
          entity: "playlist",
          id,
          name: row.title,
          changes: [
            { field: "Công khai", from: reviewNames[before], to: reviewNames[review] },
            ...(refusal === row.refusal ? [] : [{ field: "Lý do từ chối", from: row.refusal, to: refusal }]),
          ],
        });
        return findOrThrow(repository.find(id), noPlaylist);
      });
      const [shown] = await presentAdmin([decided]);
      return shown as AdminPlaylist;
    },
  };
}

const reviewNames: Readonly<Record<PlaylistReview, string>> = {
  waiting: "Chờ duyệt",
  approved: "Đã duyệt",
  refused: "Không duyệt",
};

function reviewOf({ visibility, refusal, approved_at }: StatedPlaylist): PlaylistReview | null {
  if (visibility !== "public") return null;
  if (refusal !== null) return "refused";
  return approved_at === null ? "waiting" : "approved";
}

function ownFieldsOf(row: StatedPlaylist): NonNullable<Playlist["own"]> {
  const { id, visibility, refusal, version } = row;
  return { id, visibility, review: reviewOf(row), reason: refusal, version };
}

function contentsOf({ token, title }: PlaylistRow, contents = noContents) {
  return { token, title, ...contents };
}

function playlistSong({ id, title, artist, audio_url, thumbnail_url, is_premium, duration }: Song) {
  return { id, title, artist, audio_url, thumbnail_url, is_premium, duration };
}

/** Returns the last word of a Vietnamese full name, by which people are called; null without one, and for an address. */
export function givenNameOf(fullName: string | null): string | null {
  const name = fullName?.trim().split(/\s+/).at(-1);
  return !name || name.includes("@") ? null : name;
}

/**
 * Returns all of the stored songs in a wanted order. Those that it does not name stay behind the song that they follow; those that are not
 * stored are left out.
 */
export function reordered(stored: readonly number[], wanted: readonly number[]): number[] {
  const named = new Set(wanted);
  const following = new Map<number | undefined, number[]>();
  let last: number | undefined;
  for (const id of stored) {
    if (named.has(id)) last = id;
    else following.set(last, [...(following.get(last) ?? []), id]);
  }
  const known = new Set(stored);
  const inOrder = wanted.filter((id) => known.has(id));
  return [...(following.get(undefined) ?? []), ...inOrder.flatMap((id) => [id, ...(following.get(id) ?? [])])];
}
