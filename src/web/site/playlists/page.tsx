import type { PublicPlaylist } from "#contract/playlists.ts";
import { scrollToTop } from "../../lib/scroll-to-top.ts";
import { Link } from "../../ui/link.tsx";
import { Pager } from "../../ui/pager.tsx";
import { pageCount } from "../../ui/pager-window.ts";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { type LoadFailure, loadFailure } from "../load-failure.ts";
import { loadOnServer } from "../load-on-server.ts";
import { PageHead } from "../page-head.tsx";
import { type ReadApi, readInBrowser } from "../read-api.ts";
import { routes } from "../routes.ts";
import type { Route } from "./+types/page.ts";
import styles from "./page.module.css";
import { PlaylistGrid } from "./playlist-grid.tsx";

interface PlaylistsData {
  playlists: PublicPlaylist[];
  total: number;
  page: number;
}

const pageSize = 24;
const { path, label } = routes.playlists;
const hrefOf = (page: number) => (page > 1 ? `${path}?trang=${page}` : path);

async function load(read: ReadApi, url: string): Promise<PlaylistsData> {
  const asked = Number(new URL(url).searchParams.get("trang"));
  const page = Number.isInteger(asked) && asked > 0 && asked < 10_000 ? asked : 1;
  const { data, total = 0 } = await read("GET /api/playlists", {
    query: { skip: (page - 1) * pageSize, limit: pageSize },
  });
  return { playlists: data, total, page };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  return loadOnServer<PlaylistsData, LoadFailure>(
    context,
    (call) => load(call, request.url),
    () => loadFailure,
  );
}

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<PlaylistsData | LoadFailure> {
  return load(readInBrowser, request.url).catch(() => loadFailure);
}

export default function PlaylistsPage({ loaderData }: Route.ComponentProps) {
  const data: PlaylistsData | LoadFailure = loaderData;
  const page = "failed" in data ? 1 : data.page;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead
        title={page > 1 ? `${label}, trang ${page}` : label}
        description="Những danh sách phát do người nghe Ngân Nga chọn và chia sẻ."
        path={hrefOf(page)}
      />
      <header className={styles.head}>
        <h1>{label}</h1>
        <p>
          Do người nghe chọn và chia sẻ.{" "}
          <Link className="link" to={routes.ownPlaylists.path}>
            {routes.ownPlaylists.label}
          </Link>
        </p>
      </header>
      {"failed" in data ? (
        <ErrorState title="Không thể tải các danh sách phát. Vui lòng thử lại sau." />
      ) : data.playlists.length === 0 ? (
        <EmptyState
          title="Chưa có danh sách nào ở đây"
          text="Bạn tạo một danh sách, chọn Công khai, và nó có thể là danh sách đầu tiên."
        />
      ) : (
        <>
          <PlaylistGrid
            playlists={data.playlists}
            label={label}
            note={({ song_count, owner }) => (owner ? `${song_count} bài · ${owner}` : `${song_count} bài`)}
          />
          {data.total > pageSize && (
            <Pager page={data.page} pages={pageCount(data.total, pageSize)} href={hrefOf} onTurn={scrollToTop} />
          )}
        </>
      )}
    </div>
  );
}
