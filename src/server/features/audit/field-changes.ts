/** What a change made of a record, field by field, for the history of the back office. */
import type { FieldChange } from "#contract/history.ts";
import { timeText } from "#server/platform/vietnam-time.ts";

/** A field of the trail: its name for people, and how its values are shown where that is not by themselves. */
interface TrailField<Value> {
  label: string;
  show(value: Value): string | null;
}

/** Null for a field that the history does not show: a password, or one that the details of its entry tell of. */
type Shown<R, K extends PropertyKey> = K extends keyof R ? string | TrailField<R[K]> | null : null;

/**
 * The fields of a record that its history shows.
 * @template Form the change that people make in the record's form: each of its fields has an entry
 */
export type TrailFields<R, Form> = { readonly [K in Exclude<keyof Form, "version">]-?: Shown<R, K> } & {
  readonly [K in keyof R]?: Shown<R, K>;
};

/** Shows a time of a field. */
export const shownTime = (time: string | null): string | null => (time === null ? null : timeText(time));

/** Letters of a value; what is longer is cut. */
const shownLetters = 500;

/** Returns the fields whose shown values differ. */
export function fieldChanges<R extends object>(fields: TrailFields<R, object>, before: R, after: R): FieldChange[] {
  return (Object.keys(fields) as (keyof R)[]).flatMap((name) => {
    const declared = fields[name] as string | TrailField<unknown> | null;
    if (declared === null) return [];
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
