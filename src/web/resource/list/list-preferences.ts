/** Page size, view and hidden columns of a list as last chosen in this browser. */
import { readStored, writeStored } from "../../lib/storage.ts";

export interface ListPreferences {
  size?: number;
  view?: string;
  hidden?: readonly string[];
}

/** @param path of the list's screen */
export function readPreferences(path: string): ListPreferences {
  try {
    const { size, view, hidden } = JSON.parse(readStored(`list:${path}`) ?? "{}") as Record<string, unknown>;
    return {
      size: typeof size === "number" ? size : undefined,
      view: typeof view === "string" ? view : undefined,
      hidden: Array.isArray(hidden) ? hidden.map(String) : undefined,
    };
  } catch {
    return {};
  }
}

export function writePreferences(path: string, chosen: ListPreferences): void {
  writeStored(`list:${path}`, JSON.stringify(chosen));
}
