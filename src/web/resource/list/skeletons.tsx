import { Skeleton } from "../../ui/states.tsx";

export function CardSkeletons({ count }: { count: number }) {
  return (
    <div className="cards">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="item-card-skeleton" />
      ))}
    </div>
  );
}
