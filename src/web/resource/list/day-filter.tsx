import { useState } from "react";
import { DateRangePicker, dayPresets } from "../form/date-picker.tsx";
import { Select } from "./filters.tsx";
import type { ListControl } from "./use-list-state.ts";

/** The days that a list offers by name. */
export const dayChoices = dayPresets.filter(({ name }) => name !== "30 ngày");
const custom = "custom";

/** Days as a filter of a list, `from` and `to` in its URL: today, the last seven, this month, or from one day to another. */
export function DayFilter({ label, list: { state, update } }: { label: string; list: ListControl }) {
  const [isPicking, setIsPicking] = useState(false);
  const { from = "", to = "" } = state.filters;
  const isNone = from === "" && to === "";
  const preset = dayChoices.find(({ days }) => days().from === from && days().to === to);
  const set = (days: { from: string; to: string }) => update({ filters: days });
  if (isPicking || !(isNone || preset)) {
    return (
      <DateRangePicker
        label={label}
        from={from}
        to={to}
        onChange={(days) => {
          // Cleared, it is a choice again.
          if (days.from === "" && days.to === "") setIsPicking(false);
          set(days);
        }}
      />
    );
  }
  function choose(value: string) {
    setIsPicking(value === custom);
    if (value !== custom) set(dayChoices.find(({ name }) => name === value)?.days() ?? { from: "", to: "" });
  }
  return (
    <Select
      label={label}
      value={preset?.name ?? ""}
      options={[
        { value: "", label: "Mọi ngày" },
        ...dayChoices.map(({ name }) => ({ value: name, label: name })),
        { value: custom, label: "Từ – đến…" },
      ]}
      onChange={choose}
    />
  );
}
