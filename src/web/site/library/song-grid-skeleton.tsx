import { Skeleton } from "../../ui/states.tsx";
import "./song-grid-skeleton.css";

export function SongGridSkeleton({ count }: { count: number }) {
  return (
    <div className="songs" aria-busy="true">
      <span className="sr">Đang tải bài hát</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="song song--skeleton">
          <div className="song__cover">
            <Skeleton className="cover" />
          </div>
          <div className="song__body">
            <Skeleton style={{ width: "80%", height: "1.2rem" }} />
            <Skeleton style={{ width: "50%", height: "0.85rem" }} />
            <Skeleton style={{ width: "100%", height: "2.2rem" }} />
          </div>
        </div>
      ))}
    </div>
  );
}
