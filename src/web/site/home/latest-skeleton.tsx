import { Skeleton } from "../../ui/states.tsx";

export function LatestSkeleton() {
  return (
    <section className="latest wrap" aria-busy="true">
      <span className="sr">Đang tải bài hát mới nhất</span>
      <div className="latest__panel latest__panel--skeleton lacquer">
        <div className="slide" data-current>
          <div className="slide__sleeve">
            <Skeleton className="cover" />
          </div>
          <div className="slide__text">
            <div className="slide__eyebrow">
              <Skeleton style={{ width: "8rem", height: "1rem" }} />
            </div>
            <Skeleton className="latest__title" />
            <Skeleton style={{ width: "55%", height: "1.5rem" }} />
            <Skeleton style={{ width: "90%", maxWidth: "34rem", height: "2.5rem" }} />
            <div className="slide__lyrics">
              {[96, 92, 98, 60].map((width) => (
                <Skeleton key={width} style={{ width: `${width}%`, height: "1rem" }} />
              ))}
            </div>
            <div className="slide__foot">
              <Skeleton className="latest__button" />
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
