import { type Fallback, withFallback } from "../../lib/fallback.ts";
import { useOrigin } from "../../lib/root-data.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { Link } from "../../ui/link.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { breadcrumbs } from "../breadcrumbs.ts";
import { type LoadFailure, loadFailure } from "../load-failure.ts";
import { loadOnServer } from "../load-on-server.ts";
import { PageHead } from "../page-head.tsx";
import { readInBrowser } from "../read-api.ts";
import { routes } from "../routes.ts";
import type { Route } from "./+types/page.ts";
import genreCardStyles from "./genre-card.module.css";
import { type Genre, GenreCard } from "./genre-card.tsx";
import { GenreGridSkeleton } from "./genre-grid-skeleton.tsx";
import { loadGenres } from "./load-genres.ts";
import styles from "./page.module.css";

type Genres = Genre[] | LoadFailure;

const skeletonCount = 8;
/** Cards in the first view of large screens; the covers of the others are lazy. */
const eagerCount = 12;

export async function loader({ context }: Route.LoaderArgs) {
  return loadOnServer<{ genres: Genres }, { genres: LoadFailure }>(
    context,
    async (call) => ({ genres: await loadGenres(call) }),
    () => ({ genres: loadFailure }),
  );
}

/** Returns a promise, so that skeletons render at once. */
export function clientLoader() {
  return { genres: withFallback(loadGenres(readInBrowser), () => loadFailure) };
}

export default function GenresPage({ loaderData }: Route.ComponentProps) {
  const data: Genres | Promise<Genre[] | Fallback<LoadFailure>> = loaderData.genres;
  const genres = useLatest<Genres>(data, routes.categories.path);
  const origin = useOrigin();
  return (
    <>
      <PageHead
        title={routes.categories.label}
        description="Các thể loại nhạc trên Ngân Nga: chọn một thể loại và nghe miễn phí những bài hát trong đó."
        path={routes.categories.path}
        data={origin === undefined ? [] : [breadcrumbs(origin, routes.categories)]}
      />
      <div className={`${styles.head} wrap`}>
        <h1>{routes.categories.label}</h1>
        <p>Hôm nay bạn muốn nghe gì? Chọn một thể loại, những bài hát trong đó đang chờ bạn.</p>
      </div>
      <div className="wrap">
        <GenreList genres={genres} />
      </div>
    </>
  );
}

function GenreList({ genres }: { genres: Genres | undefined }) {
  if (!genres) return <GenreGridSkeleton count={skeletonCount} />;
  if ("failed" in genres) return <ErrorState title="Không thể tải danh sách thể loại. Vui lòng thử lại sau." />;
  if (genres.length === 0) {
    return (
      <EmptyState title="Chưa có thể loại nào" text="Các thể loại đang được chuẩn bị. Bạn ghé thư viện nghe thử nhé.">
        <Link className="btn btn--primary" to={routes.songs.path}>
          {routes.songs.label}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="sr">Danh sách thể loại</h2>
      <ul className={genreCardStyles.grid}>
        {genres.map((genre, index) => (
          <GenreCard key={genre.id} genre={genre} lazy={index >= eagerCount} />
        ))}
      </ul>
    </>
  );
}
