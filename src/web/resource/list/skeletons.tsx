/** Placeholders of a list while it loads, in the shape of its cards or of its table. */
import { Skeleton } from "../../ui/states.tsx";
import type { Column } from "../resource.ts";
import { columnsAt } from "./cards.tsx";
import "../../styles/cards.css";
import "../../styles/table.css";

/** Skeletons beyond these are out of sight. */
const mostShown = 20;
const count = (size: number) => Array.from({ length: Math.min(size, mostShown) }, (_, index) => index);

interface SkeletonProps<T> {
  columns: readonly Column<T>[];
  /** Number of rows to come. */
  size: number;
}

export function CardSkeletons<T>({ columns, size }: SkeletonProps<T>) {
  const has = (place: Parameters<typeof columnsAt>[1]) => columnsAt(columns, place).length > 0;
  return (
    <div className="cards" aria-hidden="true">
      {count(size).map((index) => (
        <div key={index} className="item-card">
          <div className="item-card__head">
            {has("media") && <Skeleton className="item-card__media-skeleton" />}
            <div className="item-card__names">
              <Skeleton className="item-card__line" style={{ width: "70%" }} />
              {has("subtitle") && <Skeleton className="item-card__line" style={{ width: "45%" }} />}
            </div>
          </div>
          {has("badges") && <Skeleton className="item-card__line" style={{ width: "55%", height: "1.5rem" }} />}
          {columnsAt(columns, "body").map(({ id, skeleton = 2.75 }) => (
            <Skeleton key={id} style={{ height: `${skeleton}rem` }} />
          ))}
          <div className="item-card__foot">
            <Skeleton className="item-card__line" style={{ width: "40%" }} />
            <span className="item-card__acts-skeleton" />
          </div>
        </div>
      ))}
    </div>
  );
}

export function TableSkeleton<T>({ columns, size }: SkeletonProps<T>) {
  const shown = columns.filter(({ only }) => only !== "cards");
  return (
    <div className="table-card" aria-hidden="true">
      <table className="table">
        <thead>
          <tr>
            {shown.map(({ id, label }) => (
              <th key={id}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {count(size).map((index) => (
            <tr key={index}>
              {shown.map(({ id, card }) => (
                <td key={id} className={card === "title" ? "table__title" : undefined}>
                  <Skeleton className="item-card__line" style={{ width: card === "title" ? "80%" : "55%" }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
