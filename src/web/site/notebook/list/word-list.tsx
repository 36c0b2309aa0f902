/** All words of the notebook: found, filtered, corrected, deleted, saved as a file and read from one. */
import { Search, SlidersHorizontal } from "lucide";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { NotebookWord, WordCounts } from "#contract/notebook.ts";
import { countedNumber } from "../../../lib/format.ts";
import { languageName } from "../../../lib/language-names.ts";
import { useSearchText } from "../../../lib/use-search-text.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { Redraw } from "../../../ui/redraw.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import type { LoadFailure } from "../../load-failure.ts";
import { routes } from "../../routes.ts";
import { useClips } from "../clip.tsx";
import { refreshDue } from "../due-counts.ts";
import { loadCounts, type Words } from "../load-notebook.ts";
import { type NotebookQuery, notebookHref, pageSize } from "../notebook-url.ts";
import { PartSkeleton } from "../part-skeleton.tsx";
import styles from "./list.module.css";
import { WordFiles } from "./word-files.tsx";
import { WordRow } from "./word-row.tsx";

const filters = [
  [undefined, "Tất cả", "all"],
  ["due", "Cần ôn hôm nay", "due"],
  ["new", "Mới", "new"],
  ["learning", "Đang học", "learning"],
  ["leech", "Khó nhớ", "leech"],
] as const;

const orders = [
  ["created_at", "Mới lưu trước"],
  ["text", "Theo chữ cái"],
  ["due", "Sắp đến hạn trước"],
] as const;

/** So many words are searched, filtered and sorted; fewer are seen at once. */
const longList = 10;

interface WordListProps {
  userId: number;
  query: NotebookQuery;
  loaded: Words | LoadFailure | undefined;
  /** Called when the list is to be loaded anew. */
  onChange(): void;
}

export function WordList({ userId, query, loaded, onChange }: WordListProps) {
  const [newCounts, setNewCounts] = useState<{ since: WordListProps["loaded"]; counts: WordCounts }>();
  if (loaded === undefined) return <PartSkeleton />;
  if ("failed" in loaded) {
    return <ErrorState title="Không thể tải các từ. Vui lòng thử lại sau." onRetry={onChange} />;
  }
  const { words, total, counts } = loaded;

  /** Counts anew without loading the list, in which a deletion can still be undone. */
  async function count() {
    void refreshDue(userId);
    const next = await loadCounts().catch(() => undefined);
    if (next) setNewCounts({ since: loaded, counts: next });
  }

  function showImported() {
    void refreshDue(userId);
    onChange();
  }

  return (
    <div className={styles.list}>
      {counts.all === 0 ? (
        <EmptyState
          title="Sổ từ còn trống"
          text="Khi nghe một bài hát có lời chạy theo, bạn bấm “Tra từ”, chọn một từ rồi lưu. Bạn cũng có thể nhập từ từ một file."
        >
          <Link className="btn btn--primary" to={routes.educational.path}>
            {routes.educational.label}
          </Link>
          <WordFiles hasWords={false} onImported={showImported} />
        </EmptyState>
      ) : (
        <>
          <Tools
            query={query}
            total={total}
            counts={newCounts?.since === loaded ? newCounts.counts : counts}
            isLong={counts.all >= longList}
            files={<WordFiles hasWords onImported={showImported} />}
          />
          <Redraw>
            <Rows key={JSON.stringify(query)} words={words} onCount={() => void count()} />
          </Redraw>
          <Pages query={query} total={total} />
        </>
      )}
    </div>
  );
}

interface ToolsProps {
  query: NotebookQuery;
  /** Words that were found. */
  total: number;
  counts: WordCounts;
  isLong: boolean;
  files: ReactNode;
}

/** What stands above the words, in one row: how many there are or, of many, the search; filters and order unfold below it. */
function Tools({ query, total, counts, isLong, files }: ToolsProps) {
  const navigate = useNavigate();
  const go = (change: Partial<NotebookQuery>) =>
    void navigate(notebookHref({ ...query, page: 1, ...change }), { replace: true, preventScrollReset: true });
  const { text, setText, submit } = useSearchText(query.search, (search) => go({ search }));
  const chosen = [query.filter, query.language, query.order === orders[0][0] ? undefined : query.order];
  const choices = chosen.filter((each) => each !== undefined).length;
  const [isUnfolded, setUnfolded] = useState(choices > 0);
  const found = total === 0 ? "Không có từ nào như vậy." : `${countedNumber(total)} từ`;
  const isSearched = query.search !== "" || choices > 0;
  if (!isLong && !isSearched) {
    return (
      <div className={styles.bar}>
        <p className={`muted ${styles.count}`} role="status">
          {found}
        </p>
        {files}
      </div>
    );
  }
  return (
    <div className={styles.tools}>
      <div className={styles.bar}>
        <form
          role="search"
          className={`search ${styles.search}`}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Icon icon={Search} />
          <input
            className="input"
            type="search"
            aria-label="Tìm trong Sổ từ"
            placeholder="Từ, nghĩa hoặc ghi chú"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
        <button
          type="button"
          className={`btn btn--line ${styles.unfold}`}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <Icon icon={SlidersHorizontal} />
          <span className={styles.unfoldName}>Bộ lọc</span>
          {choices > 0 && <span className="num">({choices})</span>}
        </button>
        {files}
      </div>
      {isUnfolded && <Filters query={query} counts={counts} onChange={go} />}
      <p className={isSearched ? "muted" : "sr"} role="status">
        {found}
      </p>
    </div>
  );
}

interface FiltersProps {
  query: NotebookQuery;
  counts: WordCounts;
  onChange(change: Partial<NotebookQuery>): void;
}

function Filters({ query, counts, onChange }: FiltersProps) {
  return (
    <>
      <ul className="chips" aria-label="Lọc các từ">
        {filters.map(([filter, label, count]) => (
          <li key={count}>
            <Link
              className={`btn btn--sm ${styles.filter}`}
              to={notebookHref({ ...query, page: 1, filter })}
              replace
              aria-current={query.filter === filter ? "true" : undefined}
            >
              {label} <span className="num">{countedNumber(counts[count])}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={`compact ${styles.selects}`}>
        {counts.languages.length > 1 && (
          <select
            className="select"
            aria-label="Ngôn ngữ"
            value={query.language ?? ""}
            onChange={(event) => onChange({ language: event.target.value || undefined })}
          >
            <option value="">Mọi ngôn ngữ</option>
            {counts.languages.map(({ language, words }) => (
              <option key={language} value={language}>
                {languageName(language)} ({words})
              </option>
            ))}
          </select>
        )}
        <select
          className="select"
          aria-label="Thứ tự"
          value={query.order}
          onChange={(event) => onChange({ order: event.target.value as NotebookQuery["order"] })}
        >
          {orders.map(([order, label]) => (
            <option key={order} value={order}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

/** The rows keep what was changed in them until the list is loaded anew. */
function Rows({ words, onCount }: { words: readonly NotebookWord[]; onCount(): void }) {
  const clips = useClips();
  const [changed, setChanged] = useState<ReadonlyMap<number, NotebookWord>>(new Map());
  useEffect(() => setChanged(new Map()), [words]);
  return (
    <ul className={styles.rows}>
      {words.map((word) => (
        <WordRow
          key={word.id}
          word={changed.get(word.id) ?? word}
          clips={clips}
          onCount={onCount}
          onChange={(next) => setChanged((before) => new Map(before).set(next.id, next))}
        />
      ))}
    </ul>
  );
}

function Pages({ query, total }: { query: NotebookQuery; total: number }) {
  const top = useRef<HTMLDivElement>(null);
  const pages = Math.ceil(total / pageSize);
  if (pages < 2) return null;
  return (
    <div ref={top}>
      <Pager
        page={query.page}
        pages={pages}
        href={(page) => notebookHref({ ...query, page })}
        onTurn={() => window.scrollTo({ top: 0 })}
      />
    </div>
  );
}
