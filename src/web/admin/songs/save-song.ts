/** Saves the form of a new song. */
import type { z } from "zod";
import type { Song, SongBody } from "#contract/catalogue.ts";
import { isApiError } from "#contract/errors.ts";
import type { SaveTools } from "../../resource/resource.ts";
import { saveErrors, saveTimeout } from "./refreshes.ts";

type Saved = z.output<typeof SongBody>;

const options = { timeout: saveTimeout, ...saveErrors };

/** Asks before a new song is made of a file that another song has. Returns the message of success; undefined when it was declined. */
export async function saveSong(
  body: Saved,
  _song: Song | undefined,
  { send, confirm }: SaveTools<Song, Saved>,
): Promise<string | undefined> {
  // A song that is shown has no set time, whatever the hidden field holds.
  if (body.is_active) body = { ...body, release_at: null };
  try {
    await send("POST /api/songs", { body }, options);
  } catch (error) {
    if (!isApiError(error) || error.reason !== "same_file") throw error;
    const question = { title: "Thêm bài hát từ file đã có?", text: `${error.message}.`, action: "Vẫn thêm" };
    if (!(await confirm(question))) return undefined;
    await send("POST /api/songs", { body: { ...body, allow_same_file: true } }, options);
  }
  return "Thêm bài hát thành công!";
}
