import type { CustomerRequest, SongVersion } from "#contract/requests.ts";
import { shortDate } from "../../lib/dates.ts";
import { AudioPlayer } from "../../player/audio-player.tsx";
import { usePlayer } from "../../player/player.ts";
import { type AudioFileProps, trackOf } from "../../player/track-button.tsx";
import { Cover } from "../../ui/cover.tsx";
import { MovingLyrics } from "../karaoke/moving-lyrics.tsx";
import { titleFor } from "./request-state.ts";
import styles from "./song.module.css";

type Request = Pick<CustomerRequest, "id" | "songs" | "code" | "accepted_version" | "occasion" | "recipient">;

interface StageProps {
  request: Request;
  version: SongVersion;
}

/** The finished song as it is heard first: cover, name, dedication, player. It bears the heading of the page. */
export function Stage({ request, version }: StageProps) {
  const { code, accepted_version } = request;
  const title = version.title ?? titleFor(request);
  return (
    <section className={`lacquer ${styles.stage}`} aria-labelledby="request-song">
      <Cover id={version.cover_id} title={title} image={version.cover_url} sizes="15rem" priority />
      <div className={styles.words}>
        <p className={styles.code}>
          Yêu cầu <span className="num">{code}</span>
        </p>
        <h1 id="request-song">{title}</h1>
        {version.dedication !== null && <p className={styles.dedication}>{version.dedication}</p>}
      </div>
      <div className={styles.player}>
        <Player code={code} version={version} wave />
        <VersionLine version={version} isAccepted={version.number === accepted_version} />
      </div>
    </section>
  );
}

/** The note of its makers, and the lyrics. */
export function SongWords({ code, version }: { code: string; version: SongVersion }) {
  const { id, note, lyrics, lines } = version;
  if (note === null && lyrics === null) return null;
  return (
    <div className={styles.said}>
      {note !== null && (
        <blockquote className={styles.note}>
          <p>{note}</p>
          <footer className="muted">Người viết bài</footer>
        </blockquote>
      )}
      {lyrics !== null && (
        <section aria-labelledby="request-lyrics">
          <h2 id="request-lyrics">Lời bài hát</h2>
          <MovingLyrics key={id} track={trackOf(audioOf(code, version))} read={async () => lines}>
            <p className={styles.lyrics}>{lyrics}</p>
          </MovingLyrics>
        </section>
      )}
    </div>
  );
}

/** The versions that do not stand in front. */
export function OtherVersions({ request, version }: StageProps) {
  const { songs, code } = request;
  const others = songs.filter((each) => each !== version);
  if (others.length === 0) return null;
  return (
    <details className={styles.versions}>
      <summary>
        <span>{version === songs[0] ? "Các bản trước" : "Các bản khác"}</span> ({others.length})
      </summary>
      {others.map((other) => (
        <div key={other.id} className={styles.version}>
          <Player code={code} version={other} />
          <VersionLine version={other} />
        </div>
      ))}
    </details>
  );
}

function Player({ code, version, wave = false }: { code: string; version: SongVersion; wave?: boolean }) {
  const { id, waveform } = version;
  return (
    <AudioPlayer
      key={id}
      compact
      downloadable={false}
      {...audioOf(code, version)}
      wave={wave ? { id, levels: waveform } : undefined}
    />
  );
}

function VersionLine({ version, isAccepted = false }: { version: SongVersion; isAccepted?: boolean }) {
  const { number, delivered_at } = version;
  return (
    <p className={styles.line}>
      <b>Bản {number}</b>
      {isAccepted && <span className="badge badge--success">Bản bạn đã nhận</span>}
      {delivered_at !== null && <span className="muted num">{shortDate(delivered_at)}</span>}
    </p>
  );
}

/** The file of a version as the player knows it. */
function audioOf(code: string, version: SongVersion): AudioFileProps {
  const { number, stream_url, duration } = version;
  return { src: stream_url, identity: trackKeyOf(version), title: `Bài hát ${code}, bản ${number}`, duration };
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
