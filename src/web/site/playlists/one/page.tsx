import { Suspense } from "react";
import { useRevalidator, data as withHeaders } from "react-router";
import { hashText } from "#art/seed.ts";
import { shareDesign } from "#contract/pictures.ts";
import type { Playlist } from "#contract/playlists.ts";
import { call } from "../../../lib/api.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { useUserAuth } from "../../../lib/session.tsx";
import { Link } from "../../../ui/link.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { loadOnServer } from "../../load-on-server.ts";
import { PlayAll } from "../../music/play-all.tsx";
import { ShareLink } from "../../music/share-link.tsx";
import { SongRows } from "../../music/song-rows.tsx";
import { PageHead } from "../../page-head.tsx";
import { failureOf, NoReferrer, type PrivateFailure, privateHeaders } from "../../private-page.tsx";
import { playlistPath, routes } from "../../routes.ts";
import { useRefetchWithToken } from "../../use-refetch-with-token.ts";
import { Mosaic } from "../mosaic.tsx";
import pageStyles from "../page.module.css";
import { lengthText } from "../playlist-text.ts";
import type { Route } from "./+types/page.ts";
import styles from "./page.module.css";
import { SaveCopy } from "./save-copy.tsx";

const OwnTools = lazyPart(async () => (await import("./own-tools.tsx")).OwnTools);

type PlaylistData = Playlist | PrivateFailure;

/** Only a playlist that everybody may find is cached and indexed. */
export function headers({ loaderHeaders }: Route.HeadersArgs): Headers | Record<string, string> {
  return loaderHeaders.has("Cache-Control") ? loaderHeaders : {};
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const result = await loadOnServer<Playlist, PrivateFailure>(
    context,
    async (read) => (await read("GET /api/playlists/{token}", { params: { token: params.token } })).data,
    failureOf,
  );
  const isListed = "is_listed" in result.data && result.data.is_listed;
  return withHeaders<PlaylistData>(result.data, {
    ...result.init,
    ...(!isListed && { headers: privateHeaders }),
  });
}

export async function clientLoader({ params: { token } }: Route.ClientLoaderArgs): Promise<PlaylistData> {
  // The owner's token, never an administrator's, who would find hidden songs.
  return call("GET /api/playlists/{token}", { params: { token }, as: "user" }).then(({ data }) => data, failureOf);
}

export default function PlaylistPage({ loaderData, params: { token } }: Route.ComponentProps) {
  const data: PlaylistData = loaderData;
  const { isLoading } = useUserAuth();
  const { state } = useRevalidator();
  useRefetchWithToken("missing" in data || data.own === null);
  if ("missing" in data) {
    return (
      <div className={`wrap ${pageStyles.page}`}>
        <PageHead title="Danh sách phát" description="Danh sách phát này không mở được." />
        {/* One's own private playlist comes with the token. */}
        {isLoading || state === "loading" ? (
          <div aria-busy="true">
            <Skeleton className={pageStyles.skeleton} />
          </div>
        ) : data.missing ? (
          <EmptyState
            level="h1"
            title="Không tìm thấy danh sách này"
            text="Đường dẫn chưa đúng, hoặc người tạo không chia sẻ danh sách nữa."
          >
            <Link className="btn btn--line" to={routes.songs.path}>
              {routes.songs.label}
            </Link>
          </EmptyState>
        ) : (
          <ErrorState level="h1" title="Không thể tải danh sách này. Vui lòng thử lại sau." />
        )}
      </div>
    );
  }
  return <PlaylistView key={token} playlist={data} />;
}

function PlaylistView({ playlist }: { playlist: Playlist }) {
  const { title, owner, own, songs, token } = playlist;
  const facts = [owner && `Của ${owner}`, lengthText(songs)].filter(Boolean).join(" · ");
  return (
    <div className={`wrap ${pageStyles.page}`}>
      <PlaylistHead playlist={playlist} />
      {!playlist.is_listed && <NoReferrer />}
      <header className={styles.head}>
        <div className={styles.picture}>
          <Mosaic playlist={playlist} sizes="(min-width: 48rem) 13rem, 9rem" />
        </div>
        <div className={styles.words}>
          <p className={styles.kind}>Danh sách phát</p>
          <h1>{title}</h1>
          <p className={styles.facts}>{facts}</p>
          <div className={styles.actions}>
            <PlayAll list={{ tracks: songs }} of={`danh sách ${title}`} isMain />
            {!own && <SaveCopy token={token} />}
            {own?.visibility !== "private" && <ShareLink title={title} />}
          </div>
        </div>
      </header>
      {own ? (
        <Suspense fallback={<SongRows songs={songs} label={title} />}>
          <OwnTools playlist={playlist} own={own} />
        </Suspense>
      ) : songs.length === 0 ? (
        <EmptyState title="Danh sách này chưa có bài nào" />
      ) : (
        <SongRows songs={songs} label={title} />
      )}
    </div>
  );
}

function PlaylistHead({ playlist: { title, owner, songs, covers, token, is_listed } }: { playlist: Playlist }) {
  const content = JSON.stringify([shareDesign, title, owner, songs.length, covers]);
  return (
    <PageHead
      title={title}
      description={`Danh sách phát${owner ? ` của ${owner}` : ""} trên Ngân Nga: ${lengthText(songs)}.`}
      path={playlistPath(token)}
      hidden={!is_listed}
      image={`/share/playlists/${token}.jpg?v=${hashText(content).toString(36)}`}
      imageAlt={`Bìa danh sách phát “${title}”`}
    />
  );
}
