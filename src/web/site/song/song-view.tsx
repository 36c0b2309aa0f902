/** A song as visitors see it: banner, player, lyrics, related songs. */
import { ArrowLeft, ChevronRight, Crown, Lock, Sparkles } from "lucide";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import type { Song } from "#contract/catalogue.ts";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { call } from "../../lib/api.ts";
import { artistOf } from "../../lib/artist.ts";
import { groupedNumber } from "../../lib/format.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { Lyrics } from "../../lyrics/lyrics.tsx";
import { isWithheld } from "../../player/audio-service.ts";
import { useIsPlaying } from "../../player/player.ts";
import { useSongAccess } from "../../player/use-song-access.ts";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { MovingLyrics } from "../karaoke/moving-lyrics.tsx";
import { learnPath } from "../learn-path.ts";
import { categoryHref } from "../library-url.ts";
import { LatePremiumDialog } from "../music/late-premium-dialog.tsx";
import { LikeButton } from "../music/like-button.tsx";
import { LockMessage } from "../music/lock-message.tsx";
import { startTimeOf } from "../music/song-moment.ts";
import { routes } from "../routes.ts";
import { Ghost } from "./ghost.tsx";
import type { RelatedSong } from "./load-song.ts";
import styles from "./page.module.css";
import { PlainPlayer } from "./plain-player.tsx";
import { signatureOf } from "./preview-signature.ts";
import { ShareButtons } from "./share-buttons.tsx";
import songStyles from "./song.module.css";
import { SongMenu } from "./song-menu.tsx";
import { SongPlayer } from "./song-player.tsx";

/** A smaller number of plays is not shown. */
const fewestShownPlays = 10;
/** Letters; a longer title is set smaller. */
const longestLargeTitle = 40;

interface SongViewProps {
  song: Song;
  related: RelatedSong[] | undefined;
  head: ReactNode;
  /** The page of a hidden song: what a song must be public for can be seen but not used. */
  isPreview?: boolean;
}

export function SongView({ song, related, head, isPreview = false }: SongViewProps) {
  const canPlay = useSongAccess();
  const playing = useIsPlaying(song.id);
  const { user } = useUserAuth();
  const [purpose, setPurpose] = useState<"listen" | "download">();
  const locked = !canPlay(song);
  if (purpose === "listen" ? !locked : purpose === "download" && user?.is_premium) setPurpose(undefined);
  return (
    <div className={playing ? "is-playing" : undefined}>
      {head}
      <Banner song={song} />
      <div className="wrap">
        <SongPlayer song={song} related={related} locked={locked} onLocked={() => setPurpose("listen")} />
        <PlainPlayer song={song} />
        <div className={songStyles.cols}>
          <div className={songStyles.actions} inert={isPreview}>
            <LikeButton song={song} />
            <SongMenu song={song} locked={locked} onLocked={() => setPurpose("download")} />
            <ShareButtons title={song.title} />
          </div>
          <LyricsSection song={song} locked={locked || isWithheld(song)} isPreview={isPreview} />
          {song.description && (
            <section className={songStyles.about}>
              <h2>Giới thiệu</h2>
              <p>{song.description}</p>
            </section>
          )}
          <aside>
            <h2>Bài hát liên quan</h2>
            <Related songs={related} />
          </aside>
        </div>
      </div>
      <LatePremiumDialog song={purpose && song} purpose={purpose} onClose={() => setPurpose(undefined)} />
    </div>
  );
}

function Banner({ song }: { song: Song }) {
  const categories = song.categories.filter((category) => category.is_active);
  return (
    <div className={songStyles.banner}>
      {!song.thumbnail_url && <Ghost id={song.id} title={song.title} />}
      <div className="wrap">
        <Link className={`link ${songStyles.back}`} to={routes.songs.path}>
          <Icon icon={ArrowLeft} />
          {routes.songs.label}
        </Link>
        <Cover
          id={song.id}
          title={song.title}
          image={song.thumbnail_url}
          sizes="(min-width: 48rem) 15rem, 34vw"
          priority
        />
        <div className={songStyles.text}>
          {song.is_premium && (
            <p className={songStyles.marks}>
              <span className="badge badge--leaf">
                <Icon icon={Crown} />
                Premium
              </span>
            </p>
          )}
          <h1 className={song.title.length > longestLargeTitle ? songStyles.long : undefined} title={song.title}>
            {song.title}
          </h1>
          <p className={songStyles.by}>
            Tác giả: <b>{artistOf(song)}</b>
          </p>
          <div className={songStyles.facts}>
            {categories.length > 0 && (
              <ul className="chips">
                {categories.map((category) => (
                  <li key={category.id}>
                    <Link to={categoryHref(category.id)}>
                      <span className="chip">{category.name}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
            <p>
              <Icon icon={Sparkles} />
              <span>Nhạc do AI tạo</span>
              {song.play_count >= fewestShownPlays && (
                <>
                  <span aria-hidden="true">·</span>
                  <span>{groupedNumber(song.play_count)} lượt nghe</span>
                </>
              )}
            </p>
          </div>
        </div>
      </div>
    </div>
  );
}

interface LyricsSectionProps {
  song: Song;
  locked: boolean;
  isPreview: boolean;
}

function LyricsSection({ song, locked, isPreview }: LyricsSectionProps) {
  const start = startTimeOf(useLocation().search);
  if (locked) {
    return (
      <section className={songStyles.lyrics}>
        <h2>Lời bài hát</h2>
        <p className="note note--gold">
          <Icon icon={Lock} />
          <LockMessage />
        </p>
      </section>
    );
  }
  if (!song.lyrics) return null;
  return (
    <section className={songStyles.lyrics}>
      <div className={songStyles.lyricsHead}>
        <h2>Lời bài hát</h2>
        {song.has_foreign_lines && !isPreview && (
          <Link className="btn btn--line btn--sm" to={learnPath(song.id)}>
            Học với bài này
          </Link>
        )}
      </div>
      <MovingLyrics track={song} read={async () => readLines(song.id, isPreview)} start={start}>
        <Lyrics lyrics={song.lyrics} />
      </MovingLyrics>
    </section>
  );
}

async function readLines(id: number, isPreview: boolean): Promise<LineDocument | null> {
  const { data } = isPreview
    ? await call("GET /api/songs/{id}/preview/lines", { params: { id }, query: signatureOf(window.location) })
    : await call("GET /api/songs/{id}/lines", { params: { id } });
  return data.document;
}

function Related({ songs }: { songs: RelatedSong[] | undefined }) {
  if (!songs) {
    return (
      <div className={styles.rel} aria-busy="true">
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} className={styles.skeleton} />
        ))}
      </div>
    );
  }
  if (songs.length === 0) return <p className="muted">Chưa có bài hát liên quan</p>;
  return (
    <div className={styles.rel}>
      {songs.map((song) => (
        <Link key={song.id} to={`/songs/${song.id}`}>
          <Cover id={song.id} title={song.title} image={song.thumbnail_url} sizes="4rem" />
          <div>
            <b className="clamp" title={song.title}>
              {song.title}
            </b>
            <span>{artistOf(song)}</span>
          </div>
          <Icon icon={ChevronRight} />
        </Link>
      ))}
    </div>
  );
}
