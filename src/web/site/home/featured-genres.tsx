import styles from "../genres/genre-card.module.css";
import { type Genre, GenreCard } from "../genres/genre-card.tsx";
import { GenreGridSkeleton } from "../genres/genre-grid-skeleton.tsx";
import stripStyles from "../music/strip.module.css";
import { routes } from "../routes.ts";
import { SectionHead } from "./section-head.tsx";

export function FeaturedGenres({ genres }: { genres: readonly Genre[] | undefined }) {
  if (genres?.length === 0) return null;
  return (
    <section className="section wrap">
      <SectionHead title="Thể loại nổi bật" more={{ route: routes.categories, label: "Tất cả thể loại" }} />
      {genres ? (
        <ul className={`${styles.grid} ${stripStyles.strip}`}>
          {genres.map((genre) => (
            <GenreCard key={genre.id} genre={genre} lazy />
          ))}
        </ul>
      ) : (
        <GenreGridSkeleton count={8} inRow />
      )}
    </section>
  );
}
