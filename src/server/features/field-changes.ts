/** What a change made of a record, field by field, for the history of the back office. */
import type { FieldChange } from "#contract/history.ts";
import { timeText } from "#server/features/vietnam-time.ts";

/** A field of the trail: its name for people, and how its values are shown where that is not by themselves. */
interface TrailField<Value> {
  label: string;
  show(value: Value): string | null;
}

/** The fields of a record that its history shows. Passwords and secrets are none of them. */
export type TrailFields<R> = { readonly [K in keyof R]?: string | TrailField<R[K]> };

/** Shows a time of a field. */
export const shownTime = (time: string | null): string | null => (time === null ? null : timeText(time));

/** Letters of a value; what is longer is cut. */
const shownLetters = 500;

/** Returns the fields whose shown values differ. */
export function fieldChanges<R extends object>(fields: TrailFields<R>, before: R, after: R): FieldChange[] {
  return (Object.keys(fields) as (keyof R)[]).flatMap((name) => {
    const declared = fields[name] as string | TrailField<unknown>;
    const { label, show } = typeof declared === "string" ? { label: declared, show: shownValue } : declared;
    const [from, to] = [show(before[name]), show(after[name])];
    return from === to ? [] : [{ field: label, from: cut(from), to: cut(to) }];
  });
}

/** Returns a value as people read it; null for an empty one. */
function shownValue(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "có" : "không";
  if (typeof value === "number") return value.toLocaleString("vi-VN");
  if (Array.isArray(value)) return value.map(shownValue).join(", ") || null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

const cut = (text: string | null) =>
  text !== null && text.length > shownLetters ? `${text.slice(0, shownLetters)}…` : text;
