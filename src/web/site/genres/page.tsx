/** All genres, each leading to its songs. */
import { type Instead, orInstead } from "../../lib/instead.ts";
import { useOrigin } from "../../lib/origin.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { breadcrumbs } from "../breadcrumbs.ts";
import { failure, type LoadFailure } from "../load-failure.ts";
import { loadOnServer } from "../load-on-server.ts";
import { PageHead } from "../page-head.tsx";
import { pages } from "../pages.ts";
import { readInBrowser } from "../read-call.ts";
import type { Route } from "./+types/page.ts";
import { type Genre, GenreCard } from "./genre-card.tsx";
import { GenreGridSkeleton } from "./genre-grid-skeleton.tsx";
import "./genres.css";
import { Link } from "../../ui/link.tsx";
import { loadGenres } from "./load-genres.ts";

type Shown = Genre[] | LoadFailure;

const skeletons = 8;
/** How many cards the page may open with; the pictures of the others are drawn late. */
const seen = 12;

export async function loader({ context }: Route.LoaderArgs) {
  return loadOnServer<{ genres: Genre[] | LoadFailure }, { genres: LoadFailure }>(
    context,
    async (call) => ({ genres: await loadGenres(call) }),
    () => ({ genres: failure }),
  );
}

/** Gives a promise, so that the skeleton shows at once. */
export function clientLoader() {
  return { genres: orInstead(loadGenres(readInBrowser), () => failure) };
}

export default function GenresPage({ loaderData }: Route.ComponentProps) {
  const asked: Shown | Promise<Genre[] | Instead<LoadFailure>> = loaderData.genres;
  const genres = useLatest<Shown>(asked, pages.categories.path);
  const origin = useOrigin();
  return (
    <>
      <PageHead
        title={pages.categories.label}
        description="Các thể loại nhạc trên Ngân Nga: chọn một thể loại và nghe miễn phí những bài hát trong đó."
        path={pages.categories.path}
        data={origin === undefined ? [] : [breadcrumbs(origin, pages.categories)]}
      />
      <div className="genres__head wrap">
        <h1>{pages.categories.label}</h1>
        <p>Hôm nay bạn muốn nghe gì? Chọn một thể loại, những bài hát trong đó đang chờ bạn.</p>
      </div>
      <div className="wrap">
        <Genres genres={genres} />
      </div>
    </>
  );
}

function Genres({ genres }: { genres: Genre[] | LoadFailure | undefined }) {
  if (!genres) return <GenreGridSkeleton count={skeletons} />;
  if ("failed" in genres) return <ErrorState title="Không thể tải danh sách thể loại. Vui lòng thử lại sau." />;
  if (genres.length === 0) {
    return (
      <EmptyState title="Chưa có thể loại nào" text="Các thể loại đang được chuẩn bị. Bạn ghé thư viện nghe thử nhé.">
        <Link className="btn btn--primary" to={pages.songs.path}>
          {pages.songs.label}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="sr">Danh sách thể loại</h2>
      <ul className="genres">
        {genres.map((genre, place) => (
          <GenreCard key={genre.id} genre={genre} late={place >= seen} />
        ))}
      </ul>
    </>
  );
}
