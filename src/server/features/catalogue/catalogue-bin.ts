/** How deleted songs and categories come back from the bin. */
import { ApiError } from "#contract/errors.ts";
import type { BinnedRequest, BinnedRow, BinPort } from "#server/features/bin/bin-port.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { caseless } from "#server/platform/text.ts";
import { type CategoryRow, categoryRepository } from "./categories.repository.ts";
import { categoryClaims, songClaims } from "./owned-files.ts";
import { songAudioRepository } from "./song-audio.repository.ts";
import { songLyricsRepository } from "./song-lyrics.repository.ts";
import { sharedFileMessage, withheldMessage } from "./song-rules.ts";
import type { SongRow } from "./songs.repository.ts";

/** Songs come back as they were; one whose request was deleted, or whose customer withdrew the consent meanwhile, stays hidden. */
export function songPort(dialect: Dialect): BinPort {
  return {
    lock: (tx) => dialect.lock(tx, "catalogue"),
    async prepare(tx, { row, requests, requestsThen }) {
      const song = row as unknown as SongRow;
      const songs = songAudioRepository(tx, dialect);
      const other = requests.find(({ song_id }) => song_id !== null);
      if (other) {
        throw new ApiError("conflict", `Yêu cầu ${other.code} đã có bài hát khác trong thư viện, hãy xóa bài đó trước`);
      }
      const using = await songs.ofAudio(song.audio_url);
      if (using.some(({ is_premium }) => is_premium !== song.is_premium)) {
        throw new ApiError("conflict", sharedFileMessage(song.is_premium));
      }
      const isImportedAgain = song.source_hash !== null && (await songs.findBySourceHash(song.source_hash));
      const withheld = song.withheld ?? withheldNow(requests, requestsThen);
      const isLate = typeof song.release_at === "string" && Date.parse(song.release_at) <= Date.now();
      return {
        row: {
          ...row,
          ...(isImportedAgain && { source_hash: null }),
          ...(withheld && { withheld, is_active: false }),
          ...((withheld || isLate) && { release_at: null }),
        },
        name: song.title,
        notes:
          withheld && (song.is_active || song.release_at)
            ? [`${withheldMessage(withheld)}, nên bài vẫn ẩn`]
            : isLate
              ? ["Thời điểm phát hành đã qua khi bài ở trong thùng rác, nên bài vẫn ẩn"]
              : [],
      };
    },
    claims: (row) => songClaims(row as unknown as SongRow, row as unknown as SongRow),
    async finish(tx, _caller, { id }) {
      await songLyricsRepository(tx).refresh(id);
      return false;
    },
  };
}

/** Returns why a song must be hidden though it was not; null when nothing speaks against it. */
function withheldNow(requests: readonly BinnedRequest[], requestsThen: number): SongRow["withheld"] {
  if (requests.length < requestsThen) return "request_deleted";
  return requests.every(({ hasConsent }) => hasConsent) ? null : "consent_withdrawn";
}

export function categoryPort(dialect: Dialect): BinPort {
  return {
    lock: (tx) => dialect.lock(tx, "catalogue"),
    async prepare(tx, { row, names }) {
      const name = names.name ?? String(row.name);
      if (await categoryRepository(tx).findByName(name)) {
        const message = "Tên thể loại đã tồn tại";
        throw new ApiError("conflict", message, [{ field: "name", message }]);
      }
      return { row: { ...row, name, name_key: caseless(name) }, name };
    },
    claims: (row: BinnedRow) => categoryClaims(row as unknown as CategoryRow, row as unknown as CategoryRow),
  };
}
