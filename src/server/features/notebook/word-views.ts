/** Replies made of words and their lines. */
import type { NotebookWord, ReviewCard, WordLine } from "#contract/notebook.ts";
import { leechLapses } from "#contract/notebook-rules.ts";
import type { UserCaller } from "#server/platform/http/caller.ts";
import type { LineRow, WordRow } from "./notebook.repository.ts";
import { outcomes } from "./schedule.ts";

export function presentWord(caller: UserCaller, row: WordRow, lines: readonly LineRow[] = []): NotebookWord {
  const { id, client_id, language, text, reading, meaning, note, state, due, last_review, reps, lapses, stability } =
    row;
  return {
    id,
    client_id,
    language,
    text,
    reading,
    meaning,
    note,
    state,
    due,
    last_review,
    reps,
    lapses,
    stability,
    is_leech: lapses >= leechLapses,
    created_at: row.created_at,
    lines: lines.map((line) => presentLine(caller, line)),
  };
}

/** The text of a line stays with the word as the learner's note; hearing it asks for what hearing the song does. */
function presentLine({ isPremium }: UserCaller, row: LineRow): WordLine {
  const { id, text, reading, translation, start_ms, end_ms, title, is_premium } = row;
  const isOnSite = is_premium !== null;
  return {
    id,
    text,
    reading,
    translation,
    song_id: isOnSite ? row.song_id : null,
    song_title: title ?? row.song_title,
    start_ms,
    end_ms,
    can_play: isOnSite && (!is_premium || isPremium) && start_ms !== null,
  };
}

/** @param now ISO */
export function presentCard(
  caller: UserCaller,
  row: WordRow,
  lines: readonly LineRow[] | undefined,
  now: string,
): ReviewCard {
  const at = row.last_review !== null && row.last_review > now ? row.last_review : now;
  return { word: presentWord(caller, row, lines), next: outcomes(row, at) };
}
