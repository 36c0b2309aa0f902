import { Skeleton } from "../ui/states.tsx";

/** The shape of a grid of cards that comes. */
export function CardSkeletons({ count }: { count: number }) {
  return (
    <div className="cards">
      {Array.from({ length: count }, (_, place) => (
        <Skeleton key={place} className="item-card-waiting" />
      ))}
    </div>
  );
}
