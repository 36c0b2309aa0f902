import type { ReactNode } from "react";
import { Skeleton } from "../ui/states.tsx";

export interface Column<T> {
  head: string;
  cell: (row: T) => ReactNode;
  /** `strong`, `num` … */
  className?: string;
  /** Said before the value on a phone, where there is no head. */
  label?: string;
  /** Takes a whole line on a phone. */
  full?: boolean;
}

interface DataTableProps<T> {
  /** What the table is, for screen readers. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
  /** Buttons of a row, as icons with labels. */
  actions?: (row: T) => ReactNode;
}

/** Rows of a list; on a phone each row is a stack. */
export function DataTable<T>({ caption, columns, rows, keyOf, actions }: DataTableProps<T>) {
  return (
    <table className="stack">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span className="sr">Thao tác</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, cell, className, label, full }) => (
              <td key={head} className={[className, full && "full"].filter(Boolean).join(" ")} data-l={label}>
                {cell(row)}
              </td>
            ))}
            {actions && (
              <td className="full">
                <div className="acts">{actions(row)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The shape of a table that comes. */
export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className="table-card table-waiting">
      {Array.from({ length: rows }, (_, place) => (
        <Skeleton key={place} className="table-waiting__row" />
      ))}
    </div>
  );
}
