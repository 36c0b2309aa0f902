import { useQueryClient } from "@tanstack/react-query";
import { fileRules } from "#contract/media.ts";
import type { SongRequestDetail, SongVersion } from "#contract/requests.ts";
import { shortDateTime } from "../lib/dates.ts";
import { isAudioFile } from "../player/audio-file.ts";
import { AudioPlayer } from "../player/audio-player.tsx";
import { Badge } from "../resource/controls/badge.tsx";
import { Banner } from "../resource/controls/banner.tsx";
import { useConfirm } from "../resource/controls/confirm.tsx";
import { FileButton } from "../resource/controls/file-button.tsx";
import { useAreaToast } from "../resource/controls/toast.tsx";
import { UploadProgress } from "../resource/controls/upload-progress.tsx";
import { refresh } from "../resource/data/queries.ts";
import { useUpload } from "../resource/form/use-upload.ts";
import { Cover } from "../ui/cover.tsx";
import { CorrectWords, type CorrectWordsProps } from "./correct-words.tsx";
import requestPartsStyles from "./request-parts.module.css";
import styles from "./song-versions.module.css";
import { WithdrawSong, type WithdrawSongProps } from "./withdraw-song.tsx";

interface SongVersionsProps extends Pick<WithdrawSongProps, "request" | "refreshes"> {
  /** Where a version is withdrawn; without it none can be. */
  withdraw?: WithdrawSongProps["endpoint"] | undefined;
  /** Where its words are corrected; without it they can't be. */
  correct?: CorrectWordsProps["endpoint"] | undefined;
}

/** The finished songs of a request, the latest first. */
export function SongVersions({ request, withdraw, correct, refreshes }: SongVersionsProps) {
  const { id, songs, accepted_at, song_id } = request;
  const isOpenToWithdrawal = accepted_at === null && song_id === null;
  if (songs.length === 0) return <p className="muted">Chưa có bản nhạc nào.</p>;
  return (
    <ol className={requestPartsStyles.versions} reversed>
      {songs.map((song) => (
        <li key={song.id}>
          <p className={requestPartsStyles.versionsHead}>
            <b>Bản {song.number}</b>
            <span className="muted num">{shortDateTime(song.created_at)}</span>
            <DeliveryBadge song={song} />
            {correct && <CorrectWords endpoint={correct} request={request} song={song} refreshes={refreshes} />}
            {withdraw && isOpenToWithdrawal && (
              <WithdrawSong endpoint={withdraw} request={request} song={song} refreshes={refreshes} />
            )}
          </p>
          <HandedOver song={song} />
          <AudioPlayer
            compact
            src={song.stream_url}
            identity={`request-song-${song.id}`}
            title={`Yêu cầu ${id}, bản ${song.number}`}
            duration={song.duration}
          />
        </li>
      ))}
    </ol>
  );
}

/** A version as its customer sees it: cover and words. */
function HandedOver({ song }: { song: SongVersion }) {
  const { title, dedication, lyrics, note, cover_id, cover_url } = song;
  if ([title, dedication, lyrics, note, cover_url].every((each) => each === null)) return null;
  return (
    <div className={styles.words}>
      <Cover id={cover_id} title={title ?? "Bài hát của bạn"} image={cover_url} sizes="4.5rem" />
      <div className={requestPartsStyles.text}>
        {title !== null && <b>{title}</b>}
        {dedication !== null && <p>{dedication}</p>}
        {note !== null && <p className="muted">{note}</p>}
        {lyrics !== null && (
          <details>
            <summary>Lời bài hát</summary>
            <p>{lyrics}</p>
          </details>
        )}
      </div>
    </div>
  );
}

function DeliveryBadge({ song: { delivered_at } }: { song: SongVersion }) {
  return delivered_at === null ? (
    <Badge hasDot>Khách chưa nghe được</Badge>
  ) : (
    <Badge hasDot kind="success" title={`Từ ${shortDateTime(delivered_at)}`}>
      Khách nghe được
    </Badge>
  );
}

/** Returns the error message of a file that can't be a song. */
export function validateSong(file: File): string | undefined {
  const { maxBytes, tooLarge, wrongType } = fileRules.audio;
  if (!isAudioFile(file)) return wrongType;
  return file.size > maxBytes ? tooLarge : undefined;
}

interface AttachSongProps {
  endpoint: "POST /api/song-requests/{id}/song" | "POST /api/staff/requests/{id}/song";
  request: Pick<SongRequestDetail, "id" | "accepted_at" | "status">;
  /** Path prefixes of the GET endpoints to read again afterwards. */
  refreshes: readonly string[];
}

/** Uploads a finished song of a request as its next version. */
export function AttachSong({ endpoint, request: { id, accepted_at, status }, refreshes }: AttachSongProps) {
  const confirm = useConfirm();
  const client = useQueryClient();
  const toast = useAreaToast();
  const { active, error, send, cancel } = useUpload({
    endpoint,
    field: "audio_file",
    params: { id },
    validate: validateSong,
    fallback: "Không thể gắn bản nhạc, bạn thử lại nhé",
    onSuccess: ({ songs }) => {
      toast(`Đã gắn bản ${songs[0]?.number ?? songs.length}`);
      void refresh(client, refreshes);
    },
  });
  /** The customer of a completed request hears a new version at once. */
  async function attach(file: File) {
    if (status !== "completed" || validateSong(file) !== undefined) return send(file);
    const src = URL.createObjectURL(file);
    const text = (
      <>
        <p>
          Yêu cầu này đã hoàn thành, nên khách nghe được ngay và được báo tin. Gắn <b>{file.name}</b>?
        </p>
        <audio controls src={src} aria-label={`Nghe thử ${file.name}`} className={styles.preview} />
      </>
    );
    try {
      if (await confirm({ title: "Khách nghe được ngay", text, action: "Gắn bản này" })) send(file);
    } finally {
      URL.revokeObjectURL(src);
    }
  }
  return (
    <div className={styles.attach}>
      {accepted_at !== null && (
        <Banner kind="warning">Khách đã đồng ý với một bản. Bản gắn thêm không thay bản mà khách tải về.</Banner>
      )}
      {active ? (
        <UploadProgress {...active} onCancel={cancel} />
      ) : (
        <FileButton
          label="Gắn bản nhạc"
          accept="audio/*"
          className="btn btn--line btn--sm"
          onFiles={([file]) => file && void attach(file)}
        />
      )}
      {error && <Banner kind="danger">{error}</Banner>}
    </div>
  );
}
