import { Skeleton } from "../../ui/states.tsx";

/** The shape of the carousel while its songs are on their way. */
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
            <Skeleton style={{ width: "8rem", height: "1rem" }} />
            <Skeleton style={{ width: "70%", height: "2.75rem" }} />
            <Skeleton style={{ width: "40%", height: "1rem" }} />
            <Skeleton style={{ width: "90%", height: "5rem" }} />
          </div>
        </div>
      </div>
    </section>
  );
}
