import type { CustomerRequest, SongVersion } from "#contract/requests.ts";
import { shortDate } from "../../lib/dates.ts";
import { AudioPlayer } from "../../player/audio-player.tsx";
import { usePlayer } from "../../player/player.ts";
import { Cover } from "../../ui/cover.tsx";
import styles from "./song.module.css";

type Request = Pick<CustomerRequest, "id" | "songs" | "code" | "accepted_version">;

/** Returns the version that stands in front: the accepted one, and before that the latest. */
function mainOf({ songs, accepted_version }: Request): SongVersion | undefined {
  return songs.find(({ number }) => number === accepted_version) ?? songs[0];
}

const headingOf = ({ title }: SongVersion) => title ?? "Bài hát của bạn";

interface FinishedSongProps {
  request: Request;
  headingId: string;
}

/** The finished song as it is heard first: cover, name, dedication, player. */
export function FinishedSong({ request, headingId }: FinishedSongProps) {
  const main = mainOf(request);
  if (!main) return null;
  return (
    <div className={styles.stage}>
      <Cover id={request.id} title={headingOf(main)} />
      <div className={styles.words}>
        <h2 id={headingId}>{headingOf(main)}</h2>
        {main.dedication !== null && <p className={styles.dedication}>{main.dedication}</p>}
        <Version code={request.code} version={main} isAccepted={main.number === request.accepted_version} />
        <p className="muted">Nghe miễn phí, bao nhiêu lần cũng được.</p>
      </div>
    </div>
  );
}

/** The note of its makers, and the lyrics. */
export function SongWords({ request }: { request: Request }) {
  const main = mainOf(request);
  if (!main) return null;
  return (
    <>
      {main.note !== null && (
        <blockquote className={styles.note}>
          <p>{main.note}</p>
          <footer className="muted">Người viết bài</footer>
        </blockquote>
      )}
      {main.lyrics !== null && (
        <section aria-labelledby="request-lyrics">
          <h3 id="request-lyrics">Lời bài hát</h3>
          <p className={styles.lyrics}>{main.lyrics}</p>
        </section>
      )}
    </>
  );
}

/** The versions that do not stand in front. */
export function OtherVersions({ request }: { request: Request }) {
  const main = mainOf(request);
  const others = request.songs.filter((version) => version !== main);
  if (others.length === 0) return null;
  return (
    <details className={styles.versions}>
      <summary>
        {main === request.songs[0] ? "Các bản trước" : "Các bản khác"} ({others.length})
      </summary>
      {others.map((version) => (
        <Version key={version.id} code={request.code} version={version} />
      ))}
    </details>
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
      <AudioPlayer
        key={id}
        compact
        downloadable={false}
        src={stream_url}
        identity={trackKeyOf(version)}
        title={`Bài hát ${code}, bản ${number}`}
        duration={duration}
      />
      <p>
        <b>Bản {number}</b>
        {isAccepted && <span className="badge badge--success">Bản bạn đã nhận</span>}
        {delivered_at !== null && <span className="muted num">{shortDate(delivered_at)}</span>}
      </p>
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
