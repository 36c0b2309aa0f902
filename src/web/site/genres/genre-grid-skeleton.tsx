import { Skeleton } from "../../ui/states.tsx";
import stripStyles from "../music/strip.module.css";
import styles from "./genre-card.module.css";

export function GenreGridSkeleton({ count, inRow }: { count: number; inRow?: boolean }) {
  return (
    <div className={inRow ? `${styles.grid} ${stripStyles.strip}` : styles.grid} aria-busy="true">
      <span className="sr" role="status">
        Đang tải thể loại
      </span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={`${styles.genre} ${styles.skeleton}`}>
          <Skeleton style={{ width: "55%", height: "1.25rem" }} />
          <Skeleton style={{ width: "85%", height: "0.8rem" }} />
          <Skeleton style={{ width: "65%", height: "0.8rem" }} />
          <Skeleton className="cover" />
        </div>
      ))}
    </div>
  );
}
