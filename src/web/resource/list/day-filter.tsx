import { DateRangePicker } from "../form/date-picker.tsx";
import type { ListControl } from "./use-list-state.ts";

/** A range of days as a filter of a list: `from` and `to` in its URL. */
export function DayFilter({ label, list: { state, update } }: { label: string; list: ListControl }) {
  return (
    <DateRangePicker
      label={label}
      from={state.filters.from ?? ""}
      to={state.filters.to ?? ""}
      onChange={({ from, to }) => update({ filters: { from, to } })}
    />
  );
}
