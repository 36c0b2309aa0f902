import type { CustomerRequest, SongVersion } from "#contract/requests.ts";
import { shortDate } from "../../lib/dates.ts";
import { AudioPlayer } from "../../player/audio-player.tsx";
import { usePlayer } from "../../player/player.ts";

/** The finished song, with its earlier versions. */
export function FinishedSong({ request: { songs, code } }: { request: CustomerRequest }) {
  const [latest, ...earlier] = songs;
  if (!latest) return null;
  return (
    <>
      <p className="muted">Nghe miễn phí, bao nhiêu lần cũng được.</p>
      <Version code={code} version={latest} />
      {earlier.length > 0 && (
        <details className="request-versions">
          <summary>Các bản trước ({earlier.length})</summary>
          {earlier.map((version) => (
            <Version key={version.id} code={code} version={version} />
          ))}
        </details>
      )}
    </>
  );
}

function Version({ code, version }: { code: string; version: SongVersion }) {
  const { id, number, stream_url, duration, delivered_at } = version;
  return (
    <div className="request-version">
      <p>
        <b>Bản {number}</b>
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
