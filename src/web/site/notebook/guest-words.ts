/** Words that are saved without an account or a connection: kept on this device until the notebook takes them. */
import type { Api } from "#contract/api.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { isApiError } from "#contract/errors.ts";
import { glossaryKey } from "#contract/lyrics/glossary.ts";
import { unknownLanguage } from "#contract/notebook-rules.ts";
import { call } from "../../lib/api.ts";
import { readStored, writeStored } from "../../lib/storage.ts";

export type SavedWord = NonNullable<CallInput<Api["POST /api/user/words"]>["body"]>;

/** A word with one line. Other lines of the word are entries of their own. */
interface StoredWord extends SavedWord {
  /** Id of the user who saved it; null for one that was saved without an account. */
  user: number | null;
}

/** More would be a notebook, which needs an account. */
export const mostGuestWords = 100;

/** Returns the key of a word's entry in the notebook. */
export const wordKeyOf = (language: string | null, text: string) =>
  `${(language ?? unknownLanguage).split("-", 1)[0]?.toLowerCase()} ${glossaryKey(text)}`;

/** Returns the words of a user, and those that were saved without an account. */
export const readGuestWords = (user: number | null): SavedWord[] =>
  storedWords()
    .filter((word) => isOf(word, user))
    .map(withoutUser);

/** Returns the id under which a word with its line is kept. */
export function guestWordId({ language, text, line }: Omit<SavedWord, "client_id">, user: number | null) {
  const key = wordKeyOf(language, text);
  return readGuestWords(user).find(
    (word) => wordKeyOf(word.language, word.text) === key && word.line?.text === line?.text,
  )?.client_id;
}

/**
 * Keeps a word with its line, or what was changed in it. What is written of the word replaces what its other lines were kept with, else the
 * notebook would take the older text. @returns false when there is no room for it
 */
export function keepGuestWord(word: SavedWord, user: number | null): boolean {
  const { client_id, line: _line, ...texts } = word;
  const key = wordKeyOf(word.language, word.text);
  const others = storedWords()
    .filter((each) => each.client_id !== client_id)
    .map((each) => (isOf(each, user) && wordKeyOf(each.language, each.text) === key ? { ...each, ...texts } : each));
  if (others.filter((each) => isOf(each, user)).length >= mostGuestWords) return false;
  write([...others, { ...word, user }]);
  return readGuestWords(user).some((each) => each.client_id === client_id);
}

export function dropGuestWord(clientId: string): void {
  write(storedWords().filter(({ client_id }) => client_id !== clientId));
}

/**
 * Takes the words of this device into the notebook of the user who is logged in, one after the other; what was sent twice counts once.
 * @returns how many were taken. @throws as `call`; the words that are left stay on the device
 */
export async function takeGuestWords(userId: number): Promise<number> {
  const token = readStored("userToken");
  let taken = 0;
  for (const word of readGuestWords(userId)) {
    // Another user's login.
    if (readStored("userToken") !== token) break;
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

function storedWords(): StoredWord[] {
  try {
    const words: unknown = JSON.parse(readStored("words") ?? "[]");
    return Array.isArray(words) ? words.filter(isWord).map((word) => ({ ...word, user: word.user ?? null })) : [];
  } catch {
    return [];
  }
}

function write(words: readonly StoredWord[]): void {
  writeStored("words", words.length > 0 ? JSON.stringify(words) : null);
}

const isOf = (word: StoredWord, user: number | null) => word.user === null || word.user === user;
const withoutUser = ({ user: _user, ...word }: StoredWord): SavedWord => word;

/** One that was kept by an older version has no user. */
function isWord(value: unknown): value is SavedWord & Partial<Pick<StoredWord, "user">> {
  const { client_id, language, text } = (value ?? {}) as Partial<SavedWord>;
  return [client_id, language, text].every((field) => typeof field === "string");
}
