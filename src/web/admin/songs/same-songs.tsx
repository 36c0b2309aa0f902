import type { Api } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";

export type SameSongList = Reply<Api["POST /api/admin/upload-audio"]>["same_songs"];

/** Names the songs that have the audio of an uploaded file, with links to their details. */
export function SameSongs({ songs }: { songs: SameSongList }) {
  return (
    <>
      File này đã là bài hát{" "}
      {songs.map(({ id, title, is_active }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <a href={`/admin/songs?open=${id}`} target="_blank" rel="noreferrer">
            “{title}”
          </a>
          {!is_active && " (đang ẩn)"}
        </span>
      ))}
    </>
  );
}
