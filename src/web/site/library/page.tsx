import { Crown, Search, X } from "lucide";
import { startTransition, useEffect, useEffectEvent, useId, useMemo, useOptimistic, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type Fallback, valueOf, withFallback } from "../../lib/fallback.ts";
import { groupedNumber } from "../../lib/format.ts";
import { scrollToTop } from "../../lib/scroll-to-top.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { useSearchText } from "../../lib/use-search-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Pager } from "../../ui/pager.tsx";
import { pageCount } from "../../ui/pager-window.ts";
import { Redraw } from "../../ui/redraw.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { type LibraryQuery, libraryHref, pageSizes, readLibraryQuery } from "../library-url.ts";
import { type LoadFailure, loadFailure } from "../load-failure.ts";
import { loadOnServer } from "../load-on-server.ts";
import { FoundLine } from "../music/found-line.tsx";
import { PlayAll } from "../music/play-all.tsx";
import { type ReadApi, readInBrowser } from "../read-api.ts";
import { routes } from "../routes.ts";
import { loadLowestPrice } from "../sales/premium/load-packages.ts";
import { PremiumLine } from "../sales/premium/premium-line.tsx";
import { useRefetchWithToken } from "../use-refetch-with-token.ts";
import type { Route } from "./+types/page.ts";
import { LibraryHead } from "./library-head.tsx";
import { type Library, loadLibrary, songListOf } from "./load-library.ts";
import styles from "./page.module.css";
import { SongGrid } from "./song-grid.tsx";
import { SongGridSkeleton } from "./song-grid-skeleton.tsx";

type LibraryData = Library | LoadFailure;

const title = routes.songs.label;

const queryOf = (url: string) => readLibraryQuery(new URL(url).searchParams);

interface Loaded {
  library: LibraryData;
  /** The lowest price of Premium. Undefined while it can't be bought, and when it failed to load. */
  premiumPrice: string | undefined;
}

const loadPrice = (read: ReadApi) => withFallback(loadLowestPrice(read), () => undefined);

export async function loader({ context, request }: Route.LoaderArgs) {
  return loadOnServer<Loaded, Loaded>(
    context,
    async (call) => {
      const [library, premiumPrice] = await Promise.all([loadLibrary(call, queryOf(request.url)), loadPrice(call)]);
      return { library, premiumPrice: valueOf(premiumPrice) };
    },
    () => ({ library: loadFailure, premiumPrice: undefined }),
  );
}

/** Returns promises, so that skeletons render at once. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return {
    library: withFallback(loadLibrary(readInBrowser, queryOf(request.url)), () => loadFailure),
    premiumPrice: loadPrice(readInBrowser),
  };
}

export default function LibraryPage({ loaderData }: Route.ComponentProps) {
  const data: LibraryData | Promise<Library | Fallback<LoadFailure>> = loaderData.library;
  const { search } = useLocation();
  const result = useLatest<LibraryData>(data, search);
  const price: string | undefined | Promise<string | undefined | Fallback<undefined>> = loaderData.premiumPrice;
  const premiumPrice = useLatest(price, "");
  useRefetchWithToken(!(data instanceof Promise));

  const library = result && !("failed" in result) ? result : undefined;
  const query = library?.query ?? readLibraryQuery(new URLSearchParams(search));
  // Changes at once, so that a second change before the navigation's end adds to the first.
  const [chosen, choose] = useOptimistic(query);
  const categories = useLastCategories(library?.categories);
  const hasTools = library !== undefined || !result || categories.length > 0;
  const formId = useId();
  const navigate = useNavigate();
  const show = (change: Partial<LibraryQuery>) => {
    const next = { ...chosen, ...change };
    startTransition(async () => {
      choose(next);
      await navigate(libraryHref(next), { replace: true, preventScrollReset: true });
    });
  };

  return (
    <>
      <LibraryHead query={query} categories={categories} isEmpty={library?.total === 0} />
      <div className={`${styles.head} wrap`}>
        <h1>{title}</h1>
        {chosen.search === "" && <p>Gõ không dấu cũng tìm được: “mua” sẽ thấy “mưa”.</p>}
      </div>
      {hasTools && <Tools id={formId} query={chosen} categories={categories} show={show} />}
      <div className="wrap">
        <Redraw>
          <Results result={result} query={query} />
        </Redraw>
        {hasTools && <PageSize form={formId} size={chosen.size} show={show} />}
        <PremiumLine price={premiumPrice} />
      </div>
    </>
  );
}

/** Returns the current categories, or the previous ones while they are loading, so that the selection stays. */
function useLastCategories(current: Library["categories"] | undefined): Library["categories"] {
  const [previous, setPrevious] = useState<Library["categories"]>([]);
  useEffect(() => {
    if (current) setPrevious(current);
  }, [current]);
  return current ?? previous;
}

interface ToolsProps {
  id: string;
  query: LibraryQuery;
  categories: Library["categories"];
  show: (change: Partial<LibraryQuery>) => void;
}

function Tools({ id, query, categories, show }: ToolsProps) {
  const { text, setText, submit, clear } = useSearchText(query.search, (search) => show({ search, page: 1 }));
  const form = useRef<HTMLFormElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const applyEarlyInput = useEffectEvent(() => {
    if (!form.current) return;
    const { search, category, size } = readForm(form.current);
    if (search !== query.search) setText(search);
    // Without its option the select can't hold the URL's category.
    const selected = categories.some(({ id }) => id === query.category) || !query.category ? category : query.category;
    if (selected !== query.category || size !== query.size) show({ category: selected, size, page: 1 });
  });
  // Applies input from before hydration.
  useEffect(() => applyEarlyInput(), []);
  return (
    <form
      ref={form}
      id={id}
      className={`${styles.tools} wrap`}
      role="search"
      action={routes.songs.path}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {query.premium && <input type="hidden" name="premium" value="1" />}
      <div className="search">
        <Icon icon={Search} />
        <label className="sr" htmlFor={`${id}q`}>
          Tìm bài hát
        </label>
        <input
          ref={searchBox}
          className="input"
          id={`${id}q`}
          name="q"
          type="search"
          placeholder="Tên bài, tác giả hoặc một câu hát"
          maxLength={200}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {text !== "" && (
          <button
            type="button"
            className={`ibtn ${styles.clear}`}
            aria-label="Xóa từ khóa"
            onClick={() => {
              clear();
              searchBox.current?.focus();
            }}
          >
            <Icon icon={X} />
          </button>
        )}
      </div>
      <div className={styles.genre}>
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
    </form>
  );
}

interface PageSizeProps extends Pick<ToolsProps, "show"> {
  /** Id of the form that it belongs to. */
  form: string;
  size: number;
}

/** How many songs a page has: at the foot of the list, where the pages are turned. */
function PageSize({ form, size, show }: PageSizeProps) {
  return (
    <label className={styles.size}>
      Số bài mỗi trang
      <select
        className="select"
        form={form}
        name="size"
        value={size}
        onChange={(event) => show({ size: Number(event.target.value), page: 1 })}
      >
        {pageSizes.map((each) => (
          <option key={each} value={each}>
            {each} bài
          </option>
        ))}
      </select>
    </label>
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
  const list = useMemo(() => loaded && songListOf(readInBrowser, loaded), [loaded]);
  return (
    <>
      <div className={styles.resultsHead}>
        <p className={`${styles.range} num`} role="status">
          {loaded && loaded.total > 0 && <Range library={loaded} />}
        </p>
        {query.premium && (
          <Link className={`chip ${styles.filter}`} to={libraryHref({ ...query, premium: undefined, page: 1 })} replace>
            <Icon icon={Crown} />
            Bài Premium
            <Icon icon={X} />
            <span className="sr">, bỏ lọc</span>
          </Link>
        )}
        {list && <PlayAll list={list} of="các bài đang xem" />}
      </div>
      <h2 className="sr" tabIndex={-1} ref={heading}>
        Danh sách bài hát
      </h2>
      {!result ? (
        <SongGridSkeleton count={query.size} />
      ) : !loaded ? (
        <ErrorState title="Không thể tải dữ liệu. Vui lòng thử lại sau." />
      ) : loaded.total === 0 ? (
        <NoResults query={query} onFollow={onFollow} />
      ) : (
        <>
          <SongGrid songs={loaded.songs} list={list} eagerCount={8} Found={FoundLine} />
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

/** Focuses the results' heading when the link that loaded them has been removed with the focus. */
function useFocusOnResults(result: LibraryData | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasFollowedLink = useRef(false);
  useEffect(() => {
    if (hasFollowedLink.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
    hasFollowedLink.current = result === undefined && hasFollowedLink.current;
  }, [result]);
  return {
    heading,
    onFollow: () => {
      hasFollowedLink.current = true;
    },
  };
}

function Range({ library: { query, total, isMore } }: { library: Library }) {
  const offset = (query.page - 1) * query.size;
  const from = groupedNumber(offset + 1);
  const to = groupedNumber(Math.min(offset + query.size, total));
  return (
    <span>
      Hiển thị{" "}
      <b>
        {from} - {to}
      </b>{" "}
      trong tổng số <b>{isMore ? `hơn ${groupedNumber(total)}` : groupedNumber(total)}</b> bài hát
    </span>
  );
}

function NoResults({ query, onFollow }: { query: LibraryQuery; onFollow: () => void }) {
  const isFiltered = query.search !== "" || query.category !== undefined || query.premium === true;
  return (
    <EmptyState title="Không tìm thấy bài hát nào" text={hintOf(query)}>
      {isFiltered && (
        <Link className="btn btn--primary" to={routes.songs.path} replace onClick={onFollow}>
          Xóa bộ lọc
        </Link>
      )}
    </EmptyState>
  );
}

/** Returns what to do about a list without songs. */
function hintOf({ search, category, premium }: LibraryQuery): string {
  if (search !== "") return "Bạn thử đổi từ khóa hoặc chọn thể loại khác nhé.";
  if (premium) return "Chưa có bài Premium nào ở đây. Bạn bỏ bộ lọc để xem mọi bài nhé.";
  if (category !== undefined) return "Thể loại này chưa có bài. Bạn chọn thể loại khác nhé.";
  return "Thư viện chưa có bài nào. Bạn quay lại sau nhé.";
}
