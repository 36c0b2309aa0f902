import { Skeleton } from "../../ui/states.tsx";
import "./genre-card.css";

export function GenreGridSkeleton({ count }: { count: number }) {
  return (
    <div className="genres" aria-busy="true">
      <span className="sr" role="status">
        Đang tải thể loại
      </span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="genre genre--skeleton">
          <Skeleton style={{ width: "55%", height: "1.25rem" }} />
          <Skeleton style={{ width: "85%", height: "0.8rem" }} />
          <Skeleton style={{ width: "65%", height: "0.8rem" }} />
          <Skeleton className="cover" />
        </div>
      ))}
    </div>
  );
}
