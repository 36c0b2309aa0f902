import { Skeleton } from "../../ui/states.tsx";
import songCardStyles from "../music/song-card.module.css";
import stripStyles from "../music/strip.module.css";
import styles from "./song-grid.module.css";

export function SongGridSkeleton({ count, inRow }: { count: number; inRow?: boolean }) {
  return (
    <div className={inRow ? `${styles.grid} ${stripStyles.strip} ${stripStyles.songs}` : styles.grid} aria-busy="true">
      <span className="sr">Đang tải bài hát</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={`${songCardStyles.song} ${songCardStyles.skeletonCard}`}>
          <div className={songCardStyles.cover}>
            <Skeleton className="cover" />
          </div>
          <div className={songCardStyles.body}>
            <Skeleton style={{ width: "80%", height: "1.2rem" }} />
            <Skeleton style={{ width: "50%", height: "0.85rem" }} />
            <Skeleton style={{ width: "100%", height: "2.2rem" }} />
          </div>
        </div>
      ))}
    </div>
  );
}
