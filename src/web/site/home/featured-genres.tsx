import { type Genre, GenreCard } from "../genres/genre-card.tsx";
import { GenreGridSkeleton } from "../genres/genre-grid-skeleton.tsx";
import { pages } from "../pages.ts";
import { SectionHead } from "./section-head.tsx";

/** The genres the team chose; undefined while they are on their way. */
export function FeaturedGenres({ genres }: { genres: readonly Genre[] | undefined }) {
  if (genres?.length === 0) return null;
  return (
    <section className="section wrap">
      <SectionHead title="Thể loại nổi bật" more={{ page: pages.categories, label: "Tất cả thể loại" }} />
      {genres ? (
        <ul className="genres">
          {genres.map((genre) => (
            <GenreCard key={genre.id} genre={genre} late />
          ))}
        </ul>
      ) : (
        <GenreGridSkeleton count={8} />
      )}
    </section>
  );
}
