/** The cards of a list. Each value of a row stands at the place that its column declares. */
import { Fragment, type ReactNode } from "react";
import type { CardPlace, Column, RowData, RowTools } from "../resource.ts";
import { SelectBox } from "./select-box.tsx";
import type { Selection } from "./use-selection.ts";
import "../../styles/cards.css";

interface CardsProps<T extends RowData> {
  columns: readonly Column<T>[];
  rows: readonly T[];
  nameOf: (row: T) => string;
  tools: RowTools<T>;
  actions?: (row: T) => ReactNode;
  /** Without it rows can't be selected. */
  selection?: Selection;
  /** The row whose details are open. */
  openId?: number;
  rowTone?: (row: T) => "late" | undefined;
}

export function Cards<T extends RowData>(props: CardsProps<T>) {
  const { columns, rows, nameOf, tools, actions, selection, openId, rowTone } = props;
  return (
    <ul className="cards">
      {rows.map((row) => {
        const at = (place: CardPlace) =>
          columnsAt(columns, place).map(({ id, label, cell, cardCell = cell }) => ({
            id,
            label,
            value: cardCell(row, tools),
          }));
        const badges = at("badges");
        const isSelected = selection?.has(row.id) ?? false;
        return (
          <li
            key={row.id}
            className={["item-card", isSelected ? "is-selected" : rowTone?.(row) && "is-late"]
              .filter(Boolean)
              .join(" ")}
            data-row={row.id}
            tabIndex={-1}
            aria-current={row.id === openId ? "true" : undefined}
          >
            <div className="item-card__head">
              {at("media").map(({ id, value }) => (
                <Fragment key={id}>{value}</Fragment>
              ))}
              <div className="item-card__names">
                {at("title").map(({ id, value }) => (
                  <h2 key={id} className="clamp">
                    {value}
                  </h2>
                ))}
                {at("subtitle").map(({ id, value }) => (
                  <p key={id} className="item-card__subtitle">
                    {value}
                  </p>
                ))}
              </div>
              {selection && (
                <SelectBox
                  label={`Chọn: ${nameOf(row)}`}
                  isSelected={isSelected}
                  onChange={(checked, isRange) => selection.set(row.id, checked, isRange)}
                />
              )}
            </div>
            {badges.length > 0 && (
              <div className="chips">
                {badges.map(({ id, value }) => (
                  <Fragment key={id}>{value}</Fragment>
                ))}
              </div>
            )}
            {at("body").map(({ id, value }) => (
              <Fragment key={id}>{value}</Fragment>
            ))}
            <div className="item-card__foot num">
              <span className="item-card__facts">
                {at("foot").map(({ id, value }) => (
                  <span key={id}>{value}</span>
                ))}
              </span>
              {actions && <span className="acts">{actions(row)}</span>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The columns that stand at a place of a card. */
export function columnsAt<T>(columns: readonly Column<T>[], place: CardPlace): Column<T>[] {
  return columns.filter(({ card, only }) => card === place && only !== "table");
}
