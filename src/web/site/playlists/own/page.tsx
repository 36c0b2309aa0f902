import { Plus } from "lucide";
import { type FormEvent, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { playlistTitleLength } from "#contract/playlist-rules.ts";
import type { OwnPlaylist } from "#contract/playlists.ts";
import { call } from "../../../lib/api.ts";
import { type Fallback, withFallback } from "../../../lib/fallback.ts";
import { useUserAuth } from "../../../lib/session.tsx";
import { readStored } from "../../../lib/storage.ts";
import { useAction } from "../../../lib/use-action.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { type LoadFailure, loadFailure } from "../../load-failure.ts";
import { PageHead } from "../../page-head.tsx";
import { playlistPath, routes } from "../../routes.ts";
import { returnTo } from "../../sign-in/return-path.ts";
import { useRefetchWithToken } from "../../use-refetch-with-token.ts";
import pageStyles from "../page.module.css";
import { PlaylistGrid } from "../playlist-grid.tsx";
import { visibilityNames } from "../playlist-text.ts";
import type { Route } from "./+types/page.ts";
import styles from "./page.module.css";

/** A promise, so that the page renders at once; undefined without a token. */
interface OwnData {
  playlists: Promise<OwnPlaylist[] | LoadFailure | Fallback<LoadFailure>> | undefined;
}

/** The server knows no user: its page is the frame that the browser fills. */
export function loader(): OwnData {
  return { playlists: undefined };
}

export function clientLoader(): OwnData {
  if (!readStored("userToken")) return { playlists: undefined };
  const playlists = call("GET /api/me/playlists", { as: "user" }).then(({ data }) => data);
  return { playlists: withFallback(playlists, () => loadFailure) };
}

export default function OwnPlaylistsPage({ loaderData }: Route.ComponentProps) {
  const data: OwnData = loaderData;
  const { isAuthenticated, isLoading } = useUserAuth();
  const playlists = useLatest<OwnPlaylist[] | LoadFailure | undefined>(data.playlists, "");
  useRefetchWithToken(data.playlists === undefined);
  const { path, label } = routes.ownPlaylists;
  if (!isAuthenticated && !isLoading) return <Navigate to={routes.login.path} state={returnTo(path)} replace />;
  return (
    <div className={`wrap ${pageStyles.page}`}>
      <PageHead title={label} description="Các danh sách phát của bạn." path={path} hidden />
      <header className={pageStyles.head}>
        <h1>{label}</h1>
        <p>
          <Link className="link" to={routes.playlists.path}>
            Nghe danh sách của người khác
          </Link>
        </p>
      </header>
      {playlists === undefined ? (
        <>
          <div aria-busy="true">
            <Skeleton className={pageStyles.skeleton} />
          </div>
          <noscript>
            <p className="note">Danh sách của bạn cần JavaScript. Bạn bật JavaScript rồi tải lại trang nhé.</p>
          </noscript>
        </>
      ) : "failed" in playlists ? (
        <ErrorState title="Không thể tải danh sách của bạn. Vui lòng thử lại sau." />
      ) : (
        <>
          <NewPlaylist isFirst={playlists.length === 0} />
          {playlists.length === 0 ? (
            <EmptyState
              title="Bạn chưa có danh sách nào"
              text="Đặt tên cho danh sách đầu tiên ở trên, hoặc bấm ⋯ ở trang một bài hát rồi chọn Thêm vào danh sách."
            />
          ) : (
            <PlaylistGrid
              playlists={playlists}
              label={label}
              note={({ song_count, visibility }) => `${song_count} bài · ${visibilityNames[visibility]}`}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Makes a playlist, and leads to it. */
function NewPlaylist({ isFirst }: { isFirst: boolean }) {
  const [title, setTitle] = useState("");
  const navigate = useNavigate();
  const { isBusy, error, run } = useAction("Chưa tạo được danh sách. Bạn thử lại nhé.");
  const create = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const { data } = await call("POST /api/me/playlists", { as: "user", body: { title } });
      await navigate(playlistPath(data.token));
    });
  };
  return (
    <form className={styles.create} onSubmit={create}>
      <Field
        label="Danh sách mới"
        placeholder="Tên danh sách"
        name="title"
        autoComplete="off"
        required
        maxLength={playlistTitleLength}
        value={title}
        error={error}
        onChange={(event) => setTitle(event.target.value)}
      />
      <button type="submit" className={isFirst ? "btn btn--primary" : "btn btn--line"} disabled={isBusy}>
        <Icon icon={Plus} />
        Tạo
      </button>
    </form>
  );
}
