import { Skeleton } from "../../ui/states.tsx";
import songStyles from "./song.module.css";
import songPlayerStyles from "./song-player.module.css";

export function SongSkeleton() {
  return (
    <div aria-busy="true">
      <span className="sr" role="status">
        Đang tải bài hát
      </span>
      <div className={songStyles.banner}>
        <div className="wrap">
          <Skeleton className={`${songStyles.back} ${songStyles.line} ${songStyles.short}`} />
          <Skeleton className="cover" />
          <div className={songStyles.text}>
            <Skeleton className={`${songStyles.line} ${songStyles.title}`} />
            <Skeleton className={`${songStyles.line} ${songStyles.half}`} />
            <Skeleton className={`${songStyles.line} ${songStyles.short}`} />
          </div>
        </div>
      </div>
      <div className="wrap">
        <div className={songPlayerStyles.player}>
          <Skeleton className="play play--lg" />
          <Skeleton className={songPlayerStyles.wave} />
          <div className={`${songPlayerStyles.times} num`}>0:00</div>
        </div>
        <div className={songStyles.cols}>
          <div className={songStyles.actions}>
            <Skeleton className={songStyles.buttons} />
          </div>
          <div className={songStyles.lyrics}>
            {[90, 100, 80, 95, 60].map((width) => (
              <Skeleton key={width} className={songStyles.line} style={{ width: `${width}%` }} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
