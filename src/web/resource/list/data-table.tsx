import type { ReactNode } from "react";
import { Skeleton } from "../../ui/states.tsx";

export interface Column<T> {
  head: string;
  cell: (row: T) => ReactNode;
  className?: string;
  /** Prefix of the value on phones, where the table head is hidden. */
  label?: string;
  full?: boolean;
}

interface DataTableProps<T> {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
  actions?: (row: T) => ReactNode;
}

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

export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className="table-card table-skeleton">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className="table-skeleton__row" />
      ))}
    </div>
  );
}
