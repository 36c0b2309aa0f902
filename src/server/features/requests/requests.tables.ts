/** The tables of song requests. */
import type { Generated } from "kysely";
import { requestsTopic, siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface SongRequestTable {
  id: Generated<number>;
  /** The text that the customer writes into the transfer. */
  code: string;
  /** 128 random bits: the address of the private page. */
  page_token: string;
  /** The account that was logged in, if any. */
  user_id: number | null;
  customer_name: string;
  customer_email: string;
  customer_phone: string | null;
  /** Whole đồng. */
  budget: number | null;
  request_content: string;
  occasion: string | null;
  recipient: string | null;
  mood: string | null;
  voice: string | null;
  genre: string | null;
  tempo: string | null;
  words_wanted: string | null;
  words_unwanted: string | null;
  name_pronunciation: string | null;
  /** Key of a file. */
  reference_file: string | null;
  /** Name that it had on the customer's machine. */
  reference_file_name: string | null;
  admin_notes: string | null;
  staff_notes: string | null;
  status: "new" | "processing" | "completed" | "cancelled";
  staff_id: number | null;
  due_at: string;
  /**
   * Place in the queue: `due_at` of an open request, a thousand years later while its lyrics wait for the customer; for a closed one a time
   * beyond all of them, the earlier the later it was closed.
   */
  queue: string;
  /** Whole đồng. */
  agreed_price: number;
  /** Changes that the price includes. */
  free_changes: Generated<number>;
  /** How often the customer asked for changes. */
  changes_done: Generated<number>;
  /** When the customer could hear a version for the first time; it stays when the versions are removed for their age. */
  first_delivered_at: Generated<string | null>;
  /** Working days from the day on which it came until then. */
  days_needed: Generated<number | null>;
  /** The version that was accepted. */
  accepted_song_id: number | null;
  accepted_at: string | null;
  paid_at: string | null;
  consent_at: string | null;
  /** The song of the library that was made of it. */
  song_id: number | null;
  search_text: string;
  created_at: string;
  updated_at: string;
  /** Last time of the state. */
  completed_at: string | null;
  /** When its personal data and files were removed for their age. */
  erased_at: Generated<string | null>;
  /** Whole đồng: the sum of its allocations that are in effect. */
  received_amount: Generated<number>;
  /** Since when lyrics wait for the customer, while the due time stands still. */
  waiting_since: Generated<string | null>;
}

/** Finished songs of requests; each is a version. */
interface RequestSongTable {
  id: Generated<number>;
  request_id: number;
  /** From 1 within its request. */
  number: number;
  /** Key of a file. */
  file: string;
  /** Key of a picture; null for a cover that is drawn. */
  cover: string | null;
  /** Seconds. */
  duration: number | null;
  created_at: string;
  /** When the customer could first hear it. */
  delivered_at: string | null;
  /** The name of the song, for the customer. */
  title: string | null;
  dedication: string | null;
  lyrics: string | null;
  /** Its timed lines as JSON; null for lyrics without times. */
  lines: string | null;
  /** From its makers to the customer. */
  note: string | null;
  /** Loudness, as that of songs; null until it is measured. */
  waveform: string | null;
}

interface RequestEventTable {
  id: Generated<number>;
  request_id: number;
  kind: string;
  actor_kind: "customer" | "staff" | "admin" | "system";
  actor_name: string | null;
  text: string | null;
  second: number | null;
  version: number | null;
  amount: number | null;
  created_at: string;
}

/** Lyrics of requests before they are sung; each is a version. */
interface RequestLyricsTable {
  id: Generated<number>;
  request_id: number;
  /** From 1 within its request. */
  number: number;
  text: string;
  note: string | null;
  state: "waiting" | "changes_wanted" | "agreed" | "superseded" | "withdrawn" | "closed";
  sent_at: string;
  /** Name of who sent it. */
  sent_by: string;
  answered_at: string | null;
  answer: string | null;
  /** JSON of the lines that the customer marked. */
  notes: string;
}

/** The review of a customer of the accepted song. */
interface RequestReviewTable {
  id: Generated<number>;
  request_id: number;
  /** 1 to 5. */
  stars: number;
  text: string | null;
  /** The name that it is shown under. */
  name: string | null;
  /** The customer allows to show it. */
  is_public: boolean;
  /** The customer allows to quote the beginning of the story beside the song. */
  is_story_quoted: boolean;
  /** When an administrator hid it. */
  hidden_at: string | null;
  created_at: string;
  updated_at: string;
}

/** Reviews that are shown, as they are; a change of one takes its row away. */
interface ReviewApprovalTable {
  review_id: number;
  approved_at: string;
}

/** The messages between customer and desk. */
interface RequestMessageTable {
  id: Generated<number>;
  request_id: number;
  author_kind: "customer" | "staff" | "admin";
  /** Null for customers. */
  author_name: string | null;
  text: string;
  /** Key of its file. */
  file: string | null;
  file_kind: "picture" | "audio" | "video" | null;
  /** That it had on the sender's machine. */
  file_name: string | null;
  /** Seconds. */
  duration: number | null;
  /** Made by the sender: the same one again is the same message. */
  client_id: string;
  created_at: string;
  /** When the other side had read it. */
  read_at: string | null;
}

interface SavedReplyTable {
  id: Generated<number>;
  /** Null for one of all. */
  staff_id: number | null;
  title: string;
  text: string;
  created_at: string;
}

export interface RequestTables {
  song_requests: SongRequestTable;
  request_songs: RequestSongTable;
  request_events: RequestEventTable;
  request_lyrics: RequestLyricsTable;
  request_reviews: RequestReviewTable;
  review_approvals: ReviewApprovalTable;
  request_messages: RequestMessageTable;
  saved_replies: SavedReplyTable;
}

export const requestEntities = {
  song_requests: {
    key: ["id"],
    references: ["users", "staff", "songs"],
    topic: requestsTopic,
    trail: { entity: "song_request", name: "code" },
    fileOwner: "song_request",
  },
  request_songs: { key: ["id"], references: ["song_requests"], topic: requestsTopic, silent: ["waveform"] },
  request_events: { key: ["id"], references: ["song_requests"] },
  request_lyrics: { key: ["id"], references: ["song_requests"], topic: requestsTopic },
  request_reviews: { key: ["id"], references: ["song_requests"], topic: requestsTopic },
  review_approvals: { key: ["review_id"], references: ["request_reviews"], topic: siteTopic },
  request_messages: {
    key: ["id"],
    references: ["song_requests"],
    topic: requestsTopic,
    fileOwner: "request_message",
  },
  saved_replies: { key: ["id"], references: ["staff"] },
} as const satisfies Entities<keyof RequestTables>;
