import { ArrowUpRight, Lock, Sparkles } from "lucide";
import type { Song } from "#contract/catalogue.ts";
import { artistOf } from "../../lib/artist.ts";
import type { FramedHandle } from "../../lib/framed.ts";
import { useIsPlaying } from "../../player/player.ts";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { loadOnServer } from "../load-on-server.ts";
import { PageHead } from "../page-head.tsx";
import { readInBrowser } from "../read-api.ts";
import { brand, routes } from "../routes.ts";
import { failureOf, loadSong, type SongFailure } from "../song/load-song.ts";
import { PlainPlayer } from "../song/plain-player.tsx";
import { SongPlayer } from "../song/song-player.tsx";
import type { Route } from "./+types/page.ts";
import styles from "./page.module.css";

export const handle: FramedHandle = { framed: true };

interface EmbedData {
  song: Song | SongFailure;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  return loadOnServer<EmbedData, EmbedData>(
    context,
    async (call) => ({ song: await loadSong(call, params.id) }),
    (error) => ({ song: failureOf(error) }),
  );
}

export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<EmbedData> {
  return { song: await loadSong(readInBrowser, params.id).catch(failureOf) };
}

export default function EmbedPage({ loaderData: { song } }: Route.ComponentProps) {
  return (
    <main id="main" className={styles.embed}>
      {"message" in song ? <NoSong failure={song} /> : <EmbeddedSong key={song.id} song={song} />}
    </main>
  );
}

/** Opens the site in a new tab, since the frame's own page stays. */
function SiteLink({ path }: { path: string }) {
  return (
    <a className={`link ${styles.link}`} href={path} target="_blank" rel="noopener">
      Nghe trên {brand}
      <Icon icon={ArrowUpRight} />
      <span className="sr"> (mở trong thẻ mới)</span>
    </a>
  );
}

function NoSong({ failure: { missing, message } }: { failure: SongFailure }) {
  return (
    <div className={styles.missing}>
      <PageHead title={missing ? message : "Có lỗi xảy ra"} description={message} />
      <h1>{message}</h1>
      <p>{missing ? "Bài hát có thể đã được gỡ." : "Bạn thử tải lại trang sau ít phút nhé."}</p>
      <SiteLink path={routes.songs.path} />
    </div>
  );
}

function EmbeddedSong({ song }: { song: Song }) {
  const playing = useIsPlaying(song.id);
  const page = `/songs/${song.id}`;
  return (
    <article className={playing ? `${styles.card} is-playing` : styles.card}>
      <PageHead title={song.title} description={`${song.title} của ${artistOf(song)}. Nhạc do AI tạo.`} />
      <Cover id={song.id} title={song.title} image={song.thumbnail_url} sizes="3.5rem" />
      <div className={styles.song}>
        <h1>
          <a href={page} target="_blank" rel="noopener">
            {song.title}
          </a>
        </h1>
        <p className={styles.by}>{artistOf(song)}</p>
      </div>
      {song.is_premium ? (
        <p className={styles.lock}>
          <Icon icon={Lock} />
          Bài hát Premium. Bạn mở trên {brand} để nghe nhé.
        </p>
      ) : (
        <div className={styles.player}>
          <SongPlayer song={song} isSmall locked={false} onLocked={() => undefined} />
          <PlainPlayer song={song} />
        </div>
      )}
      <p className={styles.foot}>
        <span className={styles.ai}>
          <Icon icon={Sparkles} />
          Nhạc do AI tạo
        </span>
        <SiteLink path={page} />
      </p>
    </article>
  );
}
