import { Skeleton } from "../../ui/states.tsx";
import styles from "./carousel/carousel.module.css";

export function LatestSkeleton() {
  return (
    <section className={`${styles.latest} wrap`} aria-busy="true">
      <span className="sr">Đang tải bài hát mới nhất</span>
      <div className={`${styles.latestPanel} ${styles.latestSkeleton} lacquer`}>
        <div className={styles.slide} data-current>
          <div className={styles.slideSleeve}>
            <Skeleton className="cover" />
          </div>
          <div className={styles.slideText}>
            <div className={styles.slideEyebrow}>
              <Skeleton style={{ width: "8rem", height: "1rem" }} />
            </div>
            <Skeleton className={styles.latestTitle} />
            <Skeleton style={{ width: "55%", height: "1.5rem" }} />
            <Skeleton style={{ width: "90%", maxWidth: "34rem", height: "2.5rem" }} />
            <div className={styles.slideLyrics}>
              {[96, 92, 98, 60].map((width) => (
                <Skeleton key={width} style={{ width: `${width}%`, height: "1rem" }} />
              ))}
            </div>
            <div className={styles.slideFoot}>
              <Skeleton className={styles.latestButton} />
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
