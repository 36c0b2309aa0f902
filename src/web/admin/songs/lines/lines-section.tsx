/** The part of a song's panel about its lines: where they stand, and the ways to change, import and export them. */
import { Download, FileUp, ListMusic } from "lucide";
import type { Song } from "#contract/catalogue.ts";
import { timingOf } from "#contract/lyrics/document.ts";
import type { WrittenFormat } from "#contract/lyrics/formats.ts";
import type { EditedLines } from "#contract/song-lines.ts";
import { shortDateTime } from "../../../lib/dates.ts";
import { download } from "../../../lib/download.ts";
import { groupedNumber } from "../../../lib/format.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { Badge } from "../../../resource/controls/badge.tsx";
import { Banner, ErrorBanner } from "../../../resource/controls/banner.tsx";
import { useConfirm } from "../../../resource/controls/confirm.tsx";
import { Menu, type MenuAction } from "../../../resource/controls/menu.tsx";
import { useAreaToast } from "../../../resource/controls/toast.tsx";
import { errorMessage, useChange, useRead } from "../../../resource/data/queries.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { songRefreshes } from "../refreshes.ts";
import styles from "./lines.module.css";
import { timingTexts } from "./timing-texts.ts";

const texts = { fallback: "Có lỗi xảy ra với lời theo dòng", unreachable: "Lỗi khi kết nối đến server" };

const exports: readonly { format: WrittenFormat; label: string }[] = [
  { format: "lrc", label: "LRC" },
  { format: "a2", label: "LRC theo từ (A2)" },
  { format: "srt", label: "SRT" },
  { format: "ttml", label: "TTML" },
];

export function LinesSection({ song }: { song: Song }) {
  const { id } = song;
  const read = useRead("GET /api/songs/{id}/lines/draft", { params: { id } }, texts);
  const lines = read.data?.data;
  return (
    <section className={styles.section} aria-labelledby={`lines-${id}`}>
      <h3 id={`lines-${id}`}>Lời theo dòng</h3>
      {read.error && <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />}
      {!lines && !read.error && <Skeleton className={styles.skeleton} />}
      {lines && (
        <>
          <State lines={lines} />
          <div className={styles.tools}>
            <Link className="btn btn--line btn--sm" to={`/admin/songs/${id}/lines`}>
              <Icon icon={ListMusic} />
              Sửa lời theo dòng
            </Link>
            <Link className="btn btn--line btn--sm" to={`/admin/songs/${id}/lines?import`}>
              <Icon icon={FileUp} />
              Nhập lời có thời gian
            </Link>
            <LinesMenu id={id} lines={lines} />
          </div>
        </>
      )}
    </section>
  );
}

function State({ lines: { source, document, draft, published } }: { lines: EditedLines }) {
  const count = document.lines.length;
  const facts = `${groupedNumber(count)} dòng, ${timingTexts[timingOf(document)]}`;
  return (
    <>
      {source === "text" && (
        <p className="muted">
          {count === 0
            ? "Bài này chưa có lời."
            : `Lời đang là một đoạn chữ: ${facts}. Có giờ thì người nghe hát theo được.`}
        </p>
      )}
      {published && (
        <p className={styles.state}>
          <Badge kind="success" hasDot>
            Đang phát hành
          </Badge>
          <span className="muted">
            Bản {published.number}
            {source === "published" && `, ${facts}`} · {published.by},{" "}
            <time dateTime={published.at}>{shortDateTime(published.at)}</time>
          </span>
        </p>
      )}
      {draft && (
        <p className={styles.state}>
          <Badge kind="warning" hasDot>
            Bản nháp
          </Badge>
          <span className="muted">
            {facts} · {draft.by}, <time dateTime={draft.at}>{shortDateTime(draft.at)}</time>
          </span>
        </p>
      )}
      {draft?.is_outdated && (
        <Banner kind="warning">Lời bài hát đã đổi sau khi lưu bản nháp này, hãy xem lại trước khi phát hành.</Banner>
      )}
    </>
  );
}

/** Exports, and what takes something away, which asks first. */
function LinesMenu({ id, lines: { draft, published, version } }: { id: number; lines: EditedLines }) {
  const confirm = useConfirm();
  const toast = useAreaToast();
  const options = { refreshes: songRefreshes, ...texts };
  const discard = useChange("DELETE /api/songs/{id}/lines/draft", { ...options, successMessage: "Đã bỏ bản nháp" });
  const unpublish = useChange("DELETE /api/songs/{id}/lines", { ...options, successMessage: "Đã thôi phát hành" });
  const input = { params: { id }, query: { version } };
  const run = async (question: { title: string; text: string; action: string }, change: () => Promise<unknown>) => {
    if (!(await confirm({ ...question, danger: true }))) return;
    try {
      await change();
    } catch (error) {
      toast(errorMessage(error, texts.fallback), "danger");
    }
  };
  const discardQuestion = {
    title: "Bỏ bản nháp?",
    text: published ? "Lời đang phát hành vẫn giữ nguyên." : "Thời gian đã nhập trong bản nháp sẽ mất.",
    action: "Bỏ bản nháp",
  };
  const unpublishQuestion = {
    title: "Thôi phát hành lời theo dòng?",
    text: `Lời bài hát vẫn hiện như một đoạn chữ. ${draft ? "Bản nháp đang có vẫn giữ nguyên, bản đang phát hành sẽ mất." : "Bản này trở thành bản nháp."}`,
    action: "Thôi phát hành",
  };
  const save = async (format: WrittenFormat) => {
    const file = { params: { id }, query: { format }, as: "admin", ...texts } as const;
    try {
      const { content, fileName } = await download("GET /api/songs/{id}/lines/export", file);
      saveFile(content, fileName);
    } catch (error) {
      toast(errorMessage(error, "Không xuất được file, bạn thử lại nhé"), "danger");
    }
  };
  const items: MenuAction[] = exports.map(({ format, label }) => {
    return { label, icon: Download, group: "Xuất thành file", onSelect: () => void save(format) };
  });
  if (draft) {
    const onSelect = () => void run(discardQuestion, () => discard.mutateAsync(input));
    items.push({ label: "Bỏ bản nháp", isDanger: true, onSelect });
  }
  if (published) {
    const onSelect = () => void run(unpublishQuestion, () => unpublish.mutateAsync(input));
    items.push({ label: "Thôi phát hành", isDanger: true, onSelect });
  }
  return <Menu label="Việc khác với lời theo dòng" items={items} />;
}
