/** Songs and their genres: reading, search, editing, releases, lines, plays and likes. The rows and records of their tables. */
import type { Generated } from "kysely";
import { catalogueTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface CategoryTable {
  id: Generated<number>;
  name: string;
  name_key: string;
  description: string | null;
  icon_url: string | null;
  category_type: "entertainment" | "educational";
  is_active: boolean;
  is_featured: boolean;
  is_demo: boolean;
  created_at: string;
}

interface SongTable {
  id: Generated<number>;
  title: string;
  artist: string | null;
  description: string | null;
  lyrics: string | null;
  audio_url: string;
  thumbnail_url: string | null;
  is_active: boolean;
  is_featured: boolean;
  is_premium: boolean;
  is_demo: boolean;
  play_count: Generated<number>;
  likes_count: Generated<number>;
  duration: number | null;
  /** Comma-separated whole numbers 0 to 100; empty where there is nothing to draw; null until measured. */
  waveform: string | null;
  /** Beats a minute; 0 for audio without a beat; null until measured. */
  tempo: Generated<number | null>;
  /** Address of the sample of a Premium song; empty where there is nothing to cut; null until it is cut, and for all others. */
  sample: Generated<string | null>;
  /** SHA-256 of the imported file; prevents a second import. */
  source_hash: string | null;
  /** Why the song must stay hidden; null for one that may be shown. */
  withheld: Generated<"consent_withdrawn" | "request_deleted" | null>;
  /** When a hidden song is shown by the server; null for one that has no set time. */
  release_at: Generated<string | null>;
  search_text: string;
  created_at: string;
  updated_at: string;
}

interface SongCategoryTable {
  song_id: number;
  category_id: number;
  position: number;
}

/** Numbers of songs, kept by triggers (docs/rooms/http-and-limits.md#costly-reads). A state without songs may have no row. */
interface SongCountTable {
  /** 0 for all songs, those without a category included. */
  category_id: number;
  is_active: boolean;
  is_featured: boolean;
  songs: number;
}

/** Songs whose stored audio does not play, as the last check found. */
interface SongFaultTable {
  song_id: number;
  fault: "missing" | "damaged" | "unreadable";
}

/** The lines of a song; documents as JSON (`contract/lyrics/document.ts`). */
interface SongLinesTable {
  song_id: number;
  /** How often lines were published. */
  published_number: Generated<number>;
  /** Name of the person who published or removed them last. */
  published_by: string | null;
  published_at: string | null;
  /** Name of the person who saved or discarded the draft last. */
  draft_by: string | null;
  draft_at: string | null;
  published: string | null;
  draft: string | null;
}

/** The index of a song's lyrics (`contract/lyrics/search.ts`), derived from its lyrics and its published lines; a song without lyrics has no row. */
interface SongLyricsTable {
  song_id: number;
  search_text: string;
  lines: string | null;
}

interface SongLikeTable {
  song_id: number;
  user_id: number;
  created_at: string;
}

interface SongListenTable {
  song_id: number;
  listener: string;
  counted_at: string;
}

interface SongPlayDayTable {
  day: string;
  song_id: number;
  plays: number;
}

/** A song that a user heard on a day. */
interface UserPlayTable {
  song_id: number;
  user_id: number;
  /** In Vietnam (`YYYY-MM-DD`). */
  day: string;
  /** The last time on that day. */
  played_at: string;
}

/** Users of whom no further plays are kept. */
interface HistoryPauseTable {
  user_id: number;
  created_at: string;
}

export interface CatalogueTables {
  categories: CategoryTable;
  songs: SongTable;
  song_categories: SongCategoryTable;
  song_counts: SongCountTable;
  song_faults: SongFaultTable;
  song_lines: SongLinesTable;
  song_lyrics: SongLyricsTable;
  song_likes: SongLikeTable;
  song_listens: SongListenTable;
  song_play_days: SongPlayDayTable;
  user_plays: UserPlayTable;
  history_pauses: HistoryPauseTable;
}

export const catalogueEntities = {
  categories: {
    key: ["id"],
    topic: catalogueTopic,
    trail: { entity: "category", name: "name" },
    fileOwner: "category",
  },
  songs: {
    key: ["id"],
    topic: catalogueTopic,
    // Plays and likes change all the time, and the replies may show them late.
    silent: ["play_count", "likes_count"],
    trail: { entity: "song", name: "title" },
    fileOwner: "song",
  },
  song_categories: { key: ["song_id", "position"], references: ["songs", "categories"], topic: catalogueTopic },
  song_faults: { key: ["song_id"], references: ["songs"], topic: catalogueTopic },
  song_lines: {
    key: ["song_id"],
    references: ["songs"],
    topic: catalogueTopic,
    // A draft is seen by its editors alone.
    silent: ["draft", "draft_by", "draft_at"],
  },
  // Derived from songs and lines, whose changes raise the topic.
  song_lyrics: { key: ["song_id"], references: ["songs"] },
  song_likes: { key: ["song_id", "user_id"], references: ["songs", "users"] },
  song_listens: { key: ["song_id", "listener"], references: ["songs"] },
  song_play_days: { key: ["day", "song_id"], references: ["songs"] },
  user_plays: { key: ["song_id", "user_id", "day"], references: ["songs", "users"] },
  history_pauses: { key: ["user_id"], references: ["users"] },
} as const satisfies Entities<Exclude<keyof CatalogueTables, "song_counts">>;
