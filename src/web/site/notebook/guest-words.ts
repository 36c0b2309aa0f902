/** Words that a visitor without an account saves: kept on this device until a login takes them into the notebook. */
import type { Api } from "#contract/api.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { isApiError } from "#contract/errors.ts";
import { call } from "../../lib/api.ts";
import { readStored, writeStored } from "../../lib/storage.ts";

export type SavedWord = NonNullable<CallInput<Api["POST /api/user/words"]>["body"]>;

/** More would be a notebook, which needs an account. */
export const mostGuestWords = 100;

export function readGuestWords(): SavedWord[] {
  try {
    const words: unknown = JSON.parse(readStored("words") ?? "[]");
    return Array.isArray(words) ? words.filter(isWord) : [];
  } catch {
    return [];
  }
}

/** Keeps a word, or what was changed in it. @returns false when there is no room for it */
export function keepGuestWord(word: SavedWord): boolean {
  const others = readGuestWords().filter(({ client_id }) => client_id !== word.client_id);
  if (others.length >= mostGuestWords) return false;
  writeStored("words", JSON.stringify([...others, word]));
  return readGuestWords().some(({ client_id }) => client_id === word.client_id);
}

export function dropGuestWord(clientId: string): void {
  const others = readGuestWords().filter(({ client_id }) => client_id !== clientId);
  writeStored("words", others.length > 0 ? JSON.stringify(others) : null);
}

/**
 * Takes the words of this device into the notebook of the user who is logged in, one after the other; what was sent twice counts once.
 * @returns how many were taken. @throws as `call`; the words that are left stay on the device
 */
export async function takeGuestWords(): Promise<number> {
  let taken = 0;
  for (const word of readGuestWords()) {
    if (await isTaken(word)) taken++;
    dropGuestWord(word.client_id);
  }
  return taken;
}

/** The song of a line may be gone, or of Premium, by now, or the word have as many lines as it can: then it comes without it. */
async function isTaken(word: SavedWord): Promise<boolean> {
  try {
    await call("POST /api/user/words", { as: "user", body: word });
    return true;
  } catch (error) {
    const status = isApiError(error) ? error.status : 0;
    if (word.line && [403, 404, 409, 422].includes(status)) return isTaken({ ...word, line: null });
    if (status === 422) return false;
    throw error;
  }
}

function isWord(value: unknown): value is SavedWord {
  const { client_id, language, text } = (value ?? {}) as Partial<SavedWord>;
  return [client_id, language, text].every((field) => typeof field === "string");
}
