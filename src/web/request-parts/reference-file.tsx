import type { SongRequest } from "#contract/requests.ts";
import { fileName } from "../player/audio-file.ts";
import { AudioPlayer } from "../player/audio-player.tsx";
import styles from "./reference-file.module.css";

/** Texts by `MediaError.code`. */
const errors: Readonly<Record<number, string>> = {
  1: "Không thể phát file âm thanh: không tìm thấy file.",
  2: "Không thể phát file âm thanh: lỗi mạng.",
  3: "Không thể phát file âm thanh: file bị hỏng.",
  4: "Không thể phát file âm thanh: định dạng không được hỗ trợ.",
};

/** Returns the message for a reference file that can't be played. */
export function playbackError(code: number | undefined): string {
  return errors[code ?? 0] ?? "Lỗi khi tải file âm thanh.";
}

interface ReferenceFileProps {
  request: Pick<SongRequest, "id" | "reference_file_url" | "reference_file_name">;
}

/** The file that the customer sent along: a player, or a download for what is no audio file. Nothing without one. */
export function ReferenceFile({ request: { id, reference_file_url, reference_file_name } }: ReferenceFileProps) {
  if (reference_file_url === null) return null;
  const name = reference_file_name ?? fileName(reference_file_url);
  return (
    <div className={styles.file}>
      <p className={styles.name}>
        <span className="muted">File tham khảo</span> {name}
      </p>
      <AudioPlayer
        compact
        src={reference_file_url}
        identity={`request-${id}-reference`}
        title={name.replace(/\.[a-z0-9]+$/i, "")}
        errorText={playbackError}
      />
    </div>
  );
}
