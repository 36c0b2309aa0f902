import { Skeleton } from "../../ui/states.tsx";

export function SongSkeleton() {
  return (
    <div aria-busy="true">
      <span className="sr" role="status">
        Đang tải bài hát
      </span>
      <div className="banner">
        <div className="wrap">
          <Skeleton className="back banner__line banner__line--short" />
          <Skeleton className="cover" />
          <div className="banner__text">
            <Skeleton className="banner__line banner__line--title" />
            <Skeleton className="banner__line banner__line--half" />
            <Skeleton className="banner__line banner__line--short" />
          </div>
        </div>
      </div>
      <div className="wrap">
        <div className="playerc">
          <Skeleton className="play play--lg" />
          <Skeleton className="wave" />
          <div className="times num">0:00</div>
        </div>
        <div className="cols">
          <div className="cols__lines">
            {[90, 100, 80, 95, 60].map((width) => (
              <Skeleton key={width} className="banner__line" style={{ width: `${width}%` }} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
