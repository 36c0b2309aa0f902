/** Complete API replies about playlists, for component tests; tests pass the fields that matter. */
import type { AdminPlaylist, OwnPlaylist, Playlist, PlaylistSong } from "#contract/playlists.ts";

const time = "2026-05-04T08:00:00.000Z";
const token = "abcdefghijklmnopqrstuv";
const covers = [
  { id: 1, title: "Mưa hạ", thumbnail_url: null },
  { id: 2, title: "Nắng đông", thumbnail_url: null },
];

/** Returns a song of a playlist. */
export function aPlaylistSong(fields: Partial<PlaylistSong> = {}): PlaylistSong {
  return {
    id: 1,
    title: "Mưa hạ",
    artist: null,
    audio_url: "/uploads/mua-ha.mp3",
    thumbnail_url: null,
    is_premium: false,
    duration: 200,
    ...fields,
  };
}

/** Returns a playlist that somebody shares. */
export function aPlaylist(fields: Partial<Playlist> = {}): Playlist {
  const songs = [
    aPlaylistSong(),
    aPlaylistSong({ id: 2, title: "Nắng đông" }),
    aPlaylistSong({ id: 3, title: "Gió thu" }),
  ];
  return {
    token,
    title: "Đi đường",
    owner: "Lan",
    song_count: 3,
    covers,
    is_listed: false,
    own: null,
    songs,
    ...fields,
  };
}

/** Returns a playlist in its owner's list. */
export function anOwnPlaylist(fields: Partial<OwnPlaylist> = {}): OwnPlaylist {
  const own = { id: 5, visibility: "private", review: null, reason: null, version: 1 } as const;
  return { token, title: "Đi đường", song_count: 2, covers, ...own, updated_at: time, ...fields };
}

/** Returns a playlist that waits for an administrator. */
export function anAdminPlaylist(fields: Partial<AdminPlaylist> = {}): AdminPlaylist {
  const shown = { token, title: "Đi đường", owner: "Lan", song_count: 2, covers };
  return { ...shown, id: 5, owner_id: 7, review: "waiting", reason: null, updated_at: time, ...fields };
}
