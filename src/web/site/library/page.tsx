/** The song library: search, filter, pages of cards, and the dock while something plays. */
import { Search } from "lucide";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { groupedNumber } from "../../lib/format.ts";
import { type Instead, orInstead } from "../../lib/instead.ts";
import { scrollToTop } from "../../lib/scroll-to-top.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { useSearchText } from "../../lib/use-search-text.ts";
import { Dock } from "../../player/dock.tsx";
import { useStopOnLeave } from "../../player/player.ts";
import { Pager } from "../../ui/pager.tsx";
import { pageCount } from "../../ui/pager-window.ts";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { failure, type LoadFailure } from "../load-failure.ts";
import { loadOnServer } from "../load-on-server.ts";
import { pages } from "../pages.ts";
import { readInBrowser } from "../read-call.ts";
import { useFreshWithToken } from "../use-fresh-with-token.ts";
import type { Route } from "./+types/page.ts";
import "./library.css";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { LibraryHead } from "./library-head.tsx";
import { type LibraryQuery, libraryHref, pageSizes, readLibraryQuery } from "./library-url.ts";
import { type Library, loadLibrary } from "./load-library.ts";
import { SongGrid } from "./song-grid.tsx";
import { SongGridSkeleton } from "./song-grid-skeleton.tsx";

type Shown = Library | LoadFailure;

const title = pages.songs.label;

const queryOf = (url: string) => readLibraryQuery(new URL(url).searchParams);

export async function loader({ context, request }: Route.LoaderArgs) {
  return loadOnServer<{ library: Library | LoadFailure }, { library: LoadFailure }>(
    context,
    async (serverCall) => ({ library: await loadLibrary(serverCall, queryOf(request.url)) }),
    () => ({ library: failure }),
  );
}

/** Gives promises, so that skeletons show at once. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { library: orInstead(loadLibrary(readInBrowser, queryOf(request.url)), () => failure) };
}

export default function LibraryPage({ loaderData }: Route.ComponentProps) {
  const asked: Shown | Promise<Library | Instead<LoadFailure>> = loaderData.library;
  const { search } = useLocation();
  const result = useLatest<Shown>(asked, search);
  useFreshWithToken(!(asked instanceof Promise));
  useStopOnLeave();

  const library = result && !("failed" in result) ? result : undefined;
  const query = library?.query ?? readLibraryQuery(new URLSearchParams(search));
  const categories = useLastCategories(library?.categories);
  const navigate = useNavigate();
  const show = (change: Partial<LibraryQuery>) => {
    void navigate(libraryHref({ ...query, ...change }), { replace: true, preventScrollReset: true });
  };

  return (
    <>
      <LibraryHead query={query} categories={categories} empty={library?.total === 0} />
      <div className="lib__head wrap">
        <h1>{title}</h1>
        <p>Gõ không dấu cũng tìm được: “mua” sẽ thấy “mưa”.</p>
      </div>
      <Tools query={query} categories={categories} show={show} />
      <div className="wrap">
        <Results result={result} query={query} />
      </div>
      <Dock />
    </>
  );
}

/** The categories of the last good answer, so that the choice stays while the next one is on its way. */
function useLastCategories(current: Library["categories"] | undefined): Library["categories"] {
  const [last, setLast] = useState<Library["categories"]>([]);
  useEffect(() => {
    if (current) setLast(current);
  }, [current]);
  return current ?? last;
}

interface ToolsProps {
  query: LibraryQuery;
  categories: Library["categories"];
  /** Shows the library with some of its choices changed. */
  show: (change: Partial<LibraryQuery>) => void;
}

function Tools({ query, categories, show }: ToolsProps) {
  const id = useId();
  const { text, setText, submit } = useSearchText(query.search, (search) => show({ search, page: 1 }));
  const form = useRef<HTMLFormElement>(null);
  const takeEarly = useEffectEvent(() => {
    if (!form.current) return;
    const { search, category, size } = readForm(form.current);
    if (search !== query.search) setText(search);
    // Where the categories are still on their way, nothing is chosen yet.
    const chosen = categories.some(({ id }) => id === query.category) || !query.category ? category : query.category;
    if (chosen !== query.category || size !== query.size) show({ category: chosen, size, page: 1 });
  });
  // What was typed or chosen before the page listened.
  useEffect(() => takeEarly(), []);
  return (
    <form
      ref={form}
      className="tools wrap"
      role="search"
      action={pages.songs.path}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="search">
        <Icon icon={Search} />
        <label className="sr" htmlFor={`${id}q`}>
          Tìm bài hát
        </label>
        <input
          className="input"
          id={`${id}q`}
          name="q"
          type="search"
          placeholder="Tên bài hát hoặc tác giả"
          maxLength={200}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div>
        <label className="sr" htmlFor={`${id}c`}>
          Thể loại
        </label>
        <select
          className="select"
          id={`${id}c`}
          name="category"
          value={query.category ?? ""}
          onChange={(event) => show({ category: Number(event.target.value) || undefined, page: 1 })}
        >
          <option value="">Tất cả thể loại</option>
          {categories.map((category) => (
            <option key={category.id} value={category.id}>
              {category.name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label className="sr" htmlFor={`${id}n`}>
          Số bài mỗi trang
        </label>
        <select
          className="select"
          id={`${id}n`}
          name="size"
          value={query.size}
          onChange={(event) => show({ size: Number(event.target.value), page: 1 })}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size} bài
            </option>
          ))}
        </select>
      </div>
    </form>
  );
}

function readForm(form: HTMLFormElement): LibraryQuery {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value);
  return readLibraryQuery(fields);
}

function Results({ result, query }: { result: Library | LoadFailure | undefined; query: LibraryQuery }) {
  const loaded = result && !("failed" in result) ? result : undefined;
  const { heading, onFollow } = useFocusOnResults(result);
  return (
    <>
      <p className="range num" role="status">
        {loaded && loaded.total > 0 && <Range library={loaded} />}
      </p>
      <h2 className="sr" tabIndex={-1} ref={heading}>
        Danh sách bài hát
      </h2>
      {!result ? (
        <SongGridSkeleton count={query.size} />
      ) : !loaded ? (
        <ErrorState title="Không thể tải dữ liệu. Vui lòng thử lại sau." />
      ) : loaded.total === 0 ? (
        <NothingFound onFollow={onFollow} />
      ) : (
        <>
          <SongGrid songs={loaded.songs} seen={8} />
          <Pager
            page={loaded.query.page}
            pages={pageCount(loaded.total, loaded.query.size)}
            href={(page) => libraryHref({ ...loaded.query, page })}
            onTurn={() => {
              onFollow();
              scrollToTop();
            }}
          />
        </>
      )}
    </>
  );
}

/** A link to other results is often gone once they are there: their heading then takes the focus that it had. */
function useFocusOnResults(result: Shown | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const followed = useRef(false);
  useEffect(() => {
    if (followed.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    followed.current = result === undefined && followed.current;
  }, [result]);
  return {
    heading,
    onFollow: () => {
      followed.current = true;
    },
  };
}

function Range({ library: { query, total } }: { library: Library }) {
  const before = (query.page - 1) * query.size;
  const from = groupedNumber(before + 1);
  const to = groupedNumber(Math.min(before + query.size, total));
  return (
    <>
      Hiển thị{" "}
      <b>
        {from} - {to}
      </b>{" "}
      trong tổng số <b>{groupedNumber(total)}</b> bài hát
    </>
  );
}

function NothingFound({ onFollow }: { onFollow: () => void }) {
  return (
    <EmptyState title="Không tìm thấy bài hát nào" text="Bạn thử đổi từ khóa hoặc chọn thể loại khác nhé.">
      <Link className="btn btn--primary" to={pages.songs.path} replace onClick={onFollow}>
        Xóa bộ lọc
      </Link>
    </EmptyState>
  );
}
