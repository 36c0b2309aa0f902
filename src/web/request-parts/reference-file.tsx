import type { SongRequest } from "#contract/requests.ts";
import { fileName } from "../player/audio-file.ts";
import { AudioPlayer } from "../player/audio-player.tsx";
import { playbackError } from "./playback-error.ts";
import styles from "./reference-file.module.css";

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
