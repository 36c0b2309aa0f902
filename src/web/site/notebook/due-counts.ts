import { call } from "../../lib/api.ts";
import { writeNotebook } from "./stored-notebook.ts";

/** Asks how many words are due, for the count in the header; keeps the old one when that fails. */
export async function refreshDue(userId: number): Promise<void> {
  try {
    const { data } = await call("GET /api/user/word-reviews/due", { as: "user" });
    writeNotebook(userId, { counts: data });
  } catch {
    return;
  }
}
