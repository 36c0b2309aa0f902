import type { CustomerRequest, SongVersion } from "#contract/requests.ts";
import { shortDate } from "../../lib/dates.ts";
import { AudioPlayer } from "../../player/audio-player.tsx";
import { usePlayer } from "../../player/player.ts";
import styles from "./song.module.css";

/** The finished song, with its other versions: the accepted one, and before that the latest. */
export function FinishedSong({ request: { songs, code, accepted_version } }: { request: CustomerRequest }) {
  const main = songs.find(({ number }) => number === accepted_version) ?? songs[0];
  if (!main) return null;
  const others = songs.filter((version) => version !== main);
  return (
    <>
      <p className="muted">Nghe miễn phí, bao nhiêu lần cũng được.</p>
      <Version code={code} version={main} isAccepted={main.number === accepted_version} />
      {others.length > 0 && (
        <details className={styles.versions}>
          <summary>
            {main === songs[0] ? "Các bản trước" : "Các bản khác"} ({others.length})
          </summary>
          {others.map((version) => (
            <Version key={version.id} code={code} version={version} />
          ))}
        </details>
      )}
    </>
  );
}

interface VersionProps {
  code: string;
  version: SongVersion;
  isAccepted?: boolean;
}

function Version({ code, version, isAccepted = false }: VersionProps) {
  const { id, number, stream_url, duration, delivered_at } = version;
  return (
    <div className={styles.version}>
      <p>
        <b>Bản {number}</b>
        {isAccepted && <span className="badge badge--success">Bản bạn đã nhận</span>}
        {delivered_at !== null && <span className="muted num">{shortDate(delivered_at)}</span>}
      </p>
      <AudioPlayer
        key={id}
        compact
        downloadable={false}
        src={stream_url}
        identity={trackKeyOf(version)}
        title={`Bài hát ${code}, bản ${number}`}
        duration={duration}
      />
    </div>
  );
}

/** The player's key of a version, which stays while its signed link changes. */
function trackKeyOf({ id }: SongVersion): string {
  return `request-song-${id}`;
}

/** Returns the whole second at which the player is in a version; undefined while another track or none is loaded. */
export function usePlayedSecond(version: SongVersion): number | undefined {
  const key = trackKeyOf(version);
  return usePlayer(({ track, position }) => (track?.file === key ? Math.floor(position) : undefined));
}
