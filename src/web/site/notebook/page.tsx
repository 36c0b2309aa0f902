import { Suspense } from "react";
import { Navigate, useRevalidator, useSearchParams } from "react-router";
import type { User } from "#contract/accounts.ts";
import { type Fallback, withFallback } from "../../lib/fallback.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { useUserAuth } from "../../lib/session.tsx";
import { readStored } from "../../lib/storage.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { Link } from "../../ui/link.tsx";
import { type LoadFailure, loadFailure } from "../load-failure.ts";
import { PageHead } from "../page-head.tsx";
import { routes } from "../routes.ts";
import { returnTo } from "../sign-in/return-path.ts";
import { useRefetchWithToken } from "../use-refetch-with-token.ts";
import type { Route } from "./+types/page.ts";
import { loadReviews, loadWords, type Reviews, type Words } from "./load-notebook.ts";
import { notebookHref, readNotebookQuery } from "./notebook-url.ts";
import styles from "./page.module.css";
import { PartSkeleton } from "./part-skeleton.tsx";

const Review = lazyPart(async () => (await import("./review/review.tsx")).Review);
const WordList = lazyPart(async () => (await import("./list/word-list.tsx")).WordList);

type Loaded<T> = Promise<T | Fallback<LoadFailure>>;

/** Promises, so that the page renders at once; undefined without a token, and for the tab that is not open. */
interface NotebookData {
  reviews: Loaded<Reviews> | undefined;
  words: Loaded<Words> | undefined;
}

const nothing: NotebookData = { reviews: undefined, words: undefined };

/** The server knows no user: its page is the frame that the browser fills. */
export function loader(): NotebookData {
  return nothing;
}

export function clientLoader({ request }: Route.ClientLoaderArgs): NotebookData {
  if (!readStored("userToken")) return nothing;
  const query = readNotebookQuery(new URL(request.url).searchParams);
  const failed = () => loadFailure;
  return query.isList
    ? { reviews: undefined, words: withFallback(loadWords(query), failed) }
    : { reviews: withFallback(loadReviews(), failed), words: undefined };
}

export default function NotebookPage({ loaderData }: Route.ComponentProps) {
  const data: NotebookData = loaderData;
  const { user, isAuthenticated, isLoading } = useUserAuth();
  useRefetchWithToken(data.reviews === undefined && data.words === undefined);
  return (
    <div className={`wrap ${styles.notebook}`}>
      <PageHead
        title={routes.notebook.label}
        description="Các từ bạn lưu từ bài hát, và lịch ôn của chúng."
        path={routes.notebook.path}
        hidden
      />
      <h1>{routes.notebook.label}</h1>
      {isAuthenticated && user ? (
        <Notebook user={user} data={data} />
      ) : isLoading ? (
        <>
          <PartSkeleton />
          <noscript>
            <div className="note">
              <p>
                Sổ từ cần JavaScript. Bạn bật JavaScript trong trình duyệt,{" "}
                <a className="link" href={routes.login.path}>
                  đăng nhập
                </a>{" "}
                rồi tải lại trang nhé.
              </p>
            </div>
          </noscript>
        </>
      ) : (
        <Navigate to={routes.login.path} state={returnTo(routes.notebook.path)} replace />
      )}
    </div>
  );
}

function Notebook({ user, data }: { user: User; data: NotebookData }) {
  const [params] = useSearchParams();
  const query = readNotebookQuery(params);
  const reviews = useLatest<Reviews | LoadFailure | undefined>(data.reviews, "");
  const words = useLatest<Words | LoadFailure | undefined>(data.words, "");
  const { revalidate } = useRevalidator();
  const retry = () => void revalidate();
  return (
    <>
      <nav className={styles.tabs} aria-label="Các phần của Sổ từ">
        <Tab label="Ôn hôm nay" to={notebookHref({})} isCurrent={!query.isList} />
        <Tab label="Các từ" to={notebookHref({ isList: true })} isCurrent={query.isList} />
      </nav>
      <Suspense fallback={<PartSkeleton />}>
        {query.isList ? (
          <WordList userId={user.id} query={query} loaded={words} onChange={retry} />
        ) : (
          <Review key={user.id} userId={user.id} loaded={reviews} onRetry={retry} />
        )}
      </Suspense>
    </>
  );
}

function Tab({ label, to, isCurrent }: { label: string; to: string; isCurrent: boolean }) {
  return (
    <Link className={styles.tab} to={to} replace aria-current={isCurrent ? "page" : undefined}>
      {label}
    </Link>
  );
}
