/** The editor of a song's lines, reached from the song's panel. */
import { ArrowLeft } from "lucide";
import { useEffect } from "react";
import { useParams, useSearchParams } from "react-router";
import { ErrorBanner } from "../../../resource/controls/banner.tsx";
import { useRead } from "../../../resource/data/queries.ts";
import { PageHeader } from "../../../resource/list/page-header.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { LinesEditor } from "./editor/lines-editor.tsx";
import styles from "./lines.module.css";

const texts = { fallback: "Không tải được lời của bài hát", unreachable: "Lỗi khi kết nối đến server" };

export default function LinesScreen() {
  const params = { id: Number(useParams().id) };
  const [query] = useSearchParams();
  const song = useRead("GET /api/songs/{id}", { params }, texts);
  const lines = useRead("GET /api/songs/{id}/lines/draft", { params }, texts);
  const failed = [song, lines].find(({ error }) => error);
  // What was read before may be older than what others have saved, or this editor itself when it was left.
  const { refetch } = lines;
  useEffect(() => void refetch(), [refetch]);
  const isRead = lines.isFetchedAfterMount && !lines.isPlaceholderData && !song.isPlaceholderData;
  return (
    <>
      <Link className="btn btn--line btn--sm" to={`/admin/songs?open=${params.id}`}>
        <Icon icon={ArrowLeft} />
        Bài hát
      </Link>
      {isRead && song.data && lines.data ? (
        <LinesEditor
          key={params.id}
          song={song.data.data}
          lines={lines.data.data}
          isImport={query.get("import") !== null}
        />
      ) : (
        <>
          <PageHeader title="Lời theo dòng" />
          {failed?.error ? (
            <ErrorBanner error={failed.error} busy={failed.isFetching} onRetry={() => void failed.refetch()} />
          ) : (
            <Skeleton className={styles.skeleton} />
          )}
        </>
      )}
    </>
  );
}
