/** Complete API replies; tests pass the fields that matter. */

import type { User } from "#contract/accounts.ts";
import type { BulkJob } from "#contract/bulk.ts";
import type { Category, CategoryWithCount, Song } from "#contract/catalogue.ts";
import type { EditedLines } from "#contract/song-lines.ts";
import type { SupportContact } from "#contract/support.ts";
import { writeStored } from "../../src/web/lib/storage.ts";
import { hangs } from "./stub-api.ts";

const created_at = "2026-05-01T08:00:00.000Z";

export function aCategory(fields: Partial<Category> = {}): Category {
  return {
    id: 1,
    name: "Trữ tình",
    description: null,
    icon_url: null,
    category_type: "entertainment",
    is_active: true,
    is_featured: false,
    created_at,
    ...fields,
  };
}

export function aCountedCategory(fields: Partial<CategoryWithCount> = {}): CategoryWithCount {
  return { ...aCategory(), song_count: 3, ...fields };
}

/** Returns the lines of a song as the back office edits them; by default of a song without lyrics. */
export function someLines(fields: Partial<EditedLines> = {}): EditedLines {
  return {
    source: "text",
    document: { language: null, reading_language: null, translation_language: null, lines: [], glossary: [] },
    oddities: [],
    draft: null,
    published: null,
    version: "v1",
    ...fields,
  };
}

/** Returns a public song. */
export function aSong(fields: Partial<Song> = {}): Song {
  const { categories = [aCategory()] } = fields;
  return {
    id: 1,
    title: "Mưa hạ trên phố cũ",
    description: null,
    artist: "Hoài An",
    lyrics: null,
    audio_url: "/uploads/mua-ha.mp3",
    sample_url: null,
    thumbnail_url: null,
    category_ids: categories.map(({ id }) => id),
    categories,
    is_active: true,
    is_featured: false,
    is_premium: false,
    is_ai_generated: true,
    play_count: 0,
    likes_count: 0,
    duration: 200,
    created_at,
    ...fields,
  };
}

/** Returns a premium song as the API replies it without access. */
export function aLockedSong(fields: Partial<Song> = {}): Song {
  return aSong({ is_premium: true, audio_url: null, lyrics: null, ...fields });
}

export function aContact(fields: Partial<SupportContact> = {}): SupportContact {
  return { id: 1, name: "Hỗ trợ", type: "phone", value: "0901 234 567", icon_url: null, color: null, ...fields };
}

export function aUser(fields: Partial<User> = {}): User {
  return {
    id: 1,
    username: "thu_ha",
    email: "thu-ha@example.com",
    full_name: "Trần Thu Hà",
    is_active: true,
    is_premium: false,
    subscription_type: fields.is_premium ? "premium" : "free",
    premium_expires_at: null,
    premium_package_id: null,
    created_at,
    is_email_verified: true,
    ...fields,
  };
}

/** Stores a user's token. Returns the reply for it. */
export function loggedIn(fields: Partial<User> = {}) {
  writeStored("userToken", "user-token");
  return {
    "GET /api/user/me": aUser(fields),
    "POST /api/user/logout": { success: true as const },
    "GET /api/me/queue": { queue: null },
    "PUT /api/me/queue": { number: 1, stored: true },
    "GET /api/me/waiting": { items: [] },
    "GET /api/me/history": [],
    "GET /api/me/likes": [],
  };
}

/** Stores the administrator's token. Returns the replies for it, with a silent stream of changes. */
export function loggedInAdmin() {
  writeStored("adminToken", "admin-token");
  return {
    "GET /api/auth/me": { email: "quan-tri@example.com", full_name: "", role: "admin" as const },
    "GET /api/admin/changes": hangs(),
    "GET /api/admin/bin/preview": {},
    "GET /api/admin/bulk": [],
  };
}

/** A bulk job that has changed all its rows. */
export function aBulkJob(job: Partial<BulkJob> = {}): BulkJob {
  const total = job.total ?? 3;
  return {
    id: 5,
    kind: "lock_users",
    options: {},
    is_undo: false,
    can_undo: true,
    state: "done",
    total,
    waiting: 0,
    changed: total,
    unchanged: 0,
    refused: 0,
    stopped: 0,
    leftover: null,
    actor_name: "quan-tri@example.com",
    created_at: "2026-11-20T08:00:00.000Z",
    finished_at: "2026-11-20T08:00:01.000Z",
    ...job,
  };
}
