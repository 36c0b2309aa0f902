import type { CategoryWithCount } from "#contract/catalogue.ts";
import { groupedNumber } from "../../lib/format.ts";
import { Cover } from "../../ui/cover.tsx";
import { Link } from "../../ui/link.tsx";
import { categoryHref } from "../library-url.ts";
import styles from "./genre-card.module.css";

export type Genre = Pick<CategoryWithCount, "id" | "name" | "description" | "icon_url"> & { song_count?: number };

interface GenreCardProps {
  genre: Genre;
  /** Below the first view. */
  lazy?: boolean;
}

const coverSizes = "(min-width: 64rem) 8rem, 6.25rem";

export function GenreCard({ genre: { id, name, description, icon_url, song_count }, lazy }: GenreCardProps) {
  return (
    <li className={styles.genre}>
      <h3>
        <Link to={categoryHref(id)}>{name}</Link>
      </h3>
      {description && <p className="clamp">{description}</p>}
      <p className={styles.count}>{song_count !== undefined && `${groupedNumber(song_count)} bài hát`}</p>
      <Cover id={id} title={name} image={icon_url} sizes={coverSizes} lazy={lazy} />
    </li>
  );
}
