/** One song: banner, player, words, share, related songs. */
import { ArrowLeft, ChevronRight, Crown, Lock, Sparkles } from "lucide";
import { useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import { artistOf } from "../../lib/artist.ts";
import { groupedNumber } from "../../lib/format.ts";
import { Instead, orInstead, shownOf } from "../../lib/instead.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { useLatest } from "../../lib/use-latest.ts";
import { useIsPlaying } from "../../player/player.ts";
import { isWithheld, useSongAccess } from "../../player/use-song-access.ts";
import { Cover } from "../../ui/cover.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { categoryHref } from "../library/library-url.ts";
import { loadOnServer } from "../load-on-server.ts";
import { PremiumDialog } from "../music/premium-dialog.tsx";
import { PageHead } from "../page-head.tsx";
import { linkTo, pages } from "../pages.ts";
import { readInBrowser } from "../read-call.ts";
import { useFreshWithToken } from "../use-fresh-with-token.ts";
import type { Route } from "./+types/page.ts";
import { EmbedCode } from "./embed-code.tsx";
import { LikeButton } from "./like-button.tsx";
import { failureOf, loadRelated, loadSong, type RelatedSong, type SongFailure } from "./load-song.ts";
import { PlainPlayer } from "./plain-player.tsx";
import { ShareButtons } from "./share-buttons.tsx";
import "./song.css";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { LockWords } from "../music/lock-words.tsx";
import { SongHead } from "./song-head.tsx";
import { SongPlayer } from "./song-player.tsx";
import { SongSkeleton } from "./song-skeleton.tsx";

/** The song or why there is none, and its related songs; promises in the browser, so that the skeleton shows at once. */
interface SongData {
  song: Song | SongFailure | Promise<Song | Instead<SongFailure>>;
  related: RelatedSong[] | Promise<RelatedSong[] | Instead<RelatedSong[]>>;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  return loadOnServer<SongData, SongData>(
    context,
    async (call) => {
      const song = await loadSong(call, params.id);
      return { song, related: shownOf(await loadRelated(call, song)) };
    },
    (error) => ({ song: failureOf(error), related: [] }),
  );
}

export function clientLoader({ params }: Route.ClientLoaderArgs): SongData {
  const song = loadSong(readInBrowser, params.id);
  return {
    song: orInstead(song, failureOf),
    related: song.then(
      (loaded) => loadRelated(readInBrowser, loaded),
      () => new Instead([]),
    ),
  };
}

export default function SongPage({ loaderData, params }: Route.ComponentProps) {
  const asked: SongData = loaderData;
  const song = useLatest<Song | SongFailure>(asked.song, params.id);
  const related = useLatest(asked.related, params.id);
  useFreshWithToken(!(asked.song instanceof Promise));

  if (!song) {
    return (
      <>
        <PageHead title="Bài hát" description="Nghe bài hát trên Ngân Nga." path={`/songs/${params.id}`} />
        <SongSkeleton />
      </>
    );
  }
  if ("message" in song) return <NoSong failure={song} />;
  return <SongView key={song.id} song={song} related={related} />;
}

function NoSong({ failure: { missing, message } }: { failure: SongFailure }) {
  const back = (
    <Link className={missing ? "btn btn--primary" : "btn btn--line"} to={pages.songs.path}>
      {pages.songs.label}
    </Link>
  );
  return (
    <div className="wrap">
      <PageHead title={missing ? message : "Có lỗi xảy ra"} description={message} />
      {missing ? (
        <EmptyState level="h1" title={message} text="Bài hát có thể đã được gỡ hoặc đường dẫn chưa đúng.">
          {back}
        </EmptyState>
      ) : (
        <ErrorState level="h1" title={message}>
          {back}
        </ErrorState>
      )}
    </div>
  );
}

function SongView({ song, related }: { song: Song; related: RelatedSong[] | undefined }) {
  const mayHear = useSongAccess();
  const playing = useIsPlaying(song.id);
  const [asking, setAsking] = useState(false);
  const locked = !mayHear(song);
  if (asking && !locked) setAsking(false);
  const artist = artistOf(song);
  return (
    <div className={playing ? "is-playing" : undefined}>
      <SongHead song={song} />
      <Banner song={song} artist={artist} />
      <div className="wrap">
        <SongPlayer song={song} locked={locked} onLocked={() => setAsking(true)} />
        <PlainPlayer song={song} />
        <div className="cols">
          <div>
            {song.description && (
              <section>
                <h2>Về bài hát</h2>
                <p className="desc">{song.description}</p>
              </section>
            )}
            <Lyrics song={song} locked={locked || isWithheld(song)} />
          </div>
          <aside>
            <section>
              <h2>Chia sẻ bài hát</h2>
              <ShareButtons title={song.title} />
              {!song.is_premium && <EmbedCode song={song} />}
            </section>
            <section>
              <h2>Bài hát liên quan</h2>
              <Related songs={related} />
            </section>
          </aside>
        </div>
      </div>
      <PremiumDialog
        song={asking ? song : undefined}
        premium={linkTo(pages.premium, "Nâng cấp Premium")}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

function Banner({ song, artist }: { song: Song; artist: string }) {
  const { isAuthenticated } = useUserAuth();
  const categories = song.categories.filter((category) => category.is_active);
  return (
    <div className="banner">
      {!song.thumbnail_url && (
        <div className="banner__ghost">
          <Cover id={song.id} title={song.title} />
        </div>
      )}
      <div className="wrap">
        <Link className="link back" to={pages.songs.path}>
          <Icon icon={ArrowLeft} />
          {pages.songs.label}
        </Link>
        <Cover
          id={song.id}
          title={song.title}
          image={song.thumbnail_url}
          sizes="(min-width: 48rem) 18rem, 34vw"
          first
        />
        <div className="banner__text">
          <p className="banner__marks">
            {song.is_premium && (
              <span className="badge badge--leaf">
                <Icon icon={Crown} />
                Premium
              </span>
            )}
            <span className="badge banner__ai">
              <Icon icon={Sparkles} />
              Nhạc do AI tạo
            </span>
          </p>
          <h1>{song.title}</h1>
          <p className="by">
            Tác giả: <b>{artist}</b>
          </p>
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
          <p className="banner__counts">
            {isAuthenticated && (
              <LikeButton key={song.id} songId={song.id} liked={song.liked ?? false} likes={song.likes_count} />
            )}
            <span>{groupedNumber(song.play_count)} lượt nghe</span>
            {!isAuthenticated && song.likes_count > 0 && <span>{groupedNumber(song.likes_count)} lượt thích</span>}
          </p>
        </div>
      </div>
    </div>
  );
}

function Lyrics({ song, locked }: { song: Song; locked: boolean }) {
  if (locked) {
    return (
      <section>
        <h2>Lời bài hát</h2>
        <p className="note note--gold">
          <Icon icon={Lock} />
          <LockWords />
        </p>
      </section>
    );
  }
  if (!song.lyrics) return null;
  return (
    <section>
      <h2>Lời bài hát</h2>
      <div className="lyrics">{song.lyrics}</div>
    </section>
  );
}

function Related({ songs }: { songs: RelatedSong[] | undefined }) {
  if (!songs) {
    return (
      <div className="rel" aria-busy="true">
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} className="rel__waiting" />
        ))}
      </div>
    );
  }
  if (songs.length === 0) return <p className="muted">Chưa có bài hát liên quan</p>;
  return (
    <div className="rel">
      {songs.map((song) => (
        <Link key={song.id} to={`/songs/${song.id}`}>
          <Cover id={song.id} title={song.title} image={song.thumbnail_url} sizes="4rem" />
          <div>
            <b>{song.title}</b>
            <span>{artistOf(song)}</span>
          </div>
          <Icon icon={ChevronRight} />
        </Link>
      ))}
    </div>
  );
}
