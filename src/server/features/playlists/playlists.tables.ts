/** The tables of users' playlists. */
import type { Generated } from "kysely";
import type { PlaylistVisibility } from "#contract/playlist-rules.ts";
import { siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface PlaylistTable {
  id: Generated<number>;
  user_id: number;
  /** 128 random bits, of its address. */
  token: string;
  title: string;
  visibility: Generated<PlaylistVisibility>;
  /** Why it may not be public; null for one that waits for a look, is approved, or is not to be public. */
  refusal: string | null;
  /** Raised by each change of its owner. */
  version: Generated<number>;
  created_at: string;
  /** Never the same after a change of its owner, since decisions name it. */
  updated_at: string;
}

interface PlaylistSongTable {
  playlist_id: number;
  song_id: number;
  /** The least comes first; positions may have gaps. */
  position: number;
}

/** A public playlist that an administrator has approved as it is. Its row goes before anything else of the playlist may be seen by fewer people. */
interface PlaylistApprovalTable {
  playlist_id: number;
  approved_at: string;
  /** When its songs changed last. */
  changed_at: string;
}

export interface PlaylistTables {
  playlists: PlaylistTable;
  playlist_songs: PlaylistSongTable;
  playlist_approvals: PlaylistApprovalTable;
}

export const playlistEntities = {
  playlists: {
    key: ["id"],
    references: ["users"],
    // What visitors find of it is told by the approvals.
    topic: null,
    trail: { entity: "playlist", name: "title" },
    fileOwner: null,
  },
  playlist_songs: { key: ["playlist_id", "song_id"], references: ["playlists", "songs"] },
  playlist_approvals: { key: ["playlist_id"], references: ["playlists"], topic: siteTopic },
} as const satisfies Entities<keyof PlaylistTables>;
