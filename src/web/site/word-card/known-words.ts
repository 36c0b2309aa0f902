/** Which words are in the notebook, as far as this tab has found out; without an account, those that this device keeps. */
import { useEffect, useSyncExternalStore } from "react";
import { glossaryKey } from "#contract/lyrics/glossary.ts";
import type { NotebookWord } from "#contract/notebook.ts";
import { unknownLanguage } from "#contract/notebook-rules.ts";
import { call, NoResponseError } from "../../lib/api.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { refreshDue } from "../notebook/due-counts.ts";
import { keepGuestWord, readGuestWords, type SavedWord } from "../notebook/guest-words.ts";

export interface KnownWord {
  /** Null for a word that waits on this device for a login. */
  id: number | null;
  client_id: string;
  reading: string | null;
  meaning: string | null;
  note: string | null;
  /** Texts of the lines it was saved with. */
  lines: readonly string[];
}

export type WordFields = Pick<KnownWord, "reading" | "meaning" | "note">;

/** Largest page of the API. */
const mostWords = 100;

let owner: number | null | undefined;
let known: ReadonlyMap<string, KnownWord> = new Map();
/** Songs. */
const asked = new Set<number>();
const listeners = new Set<() => void>();

const keyOf = (language: string | null, text: string) =>
  `${(language ?? unknownLanguage).split("-", 1)[0]?.toLowerCase()} ${glossaryKey(text)}`;

function put(words: Iterable<readonly [string, KnownWord]>, others = known): void {
  known = new Map([...others, ...words]);
  for (const listener of listeners) listener();
}

/** Forgets what was found out for somebody else. What this device keeps is read anew: a login may have taken it. */
function belongTo(user: number | null): void {
  if (user !== null && owner === user) return;
  owner = user;
  known = new Map();
  asked.clear();
  put(readGuestWords().map((word) => [keyOf(word.language, word.text), ofGuest(word)]));
}

const ofGuest = ({ client_id, reading, meaning, note, line }: SavedWord): KnownWord => ({
  id: null,
  client_id,
  reading: reading ?? null,
  meaning: meaning ?? null,
  note: note ?? null,
  lines: line ? [line.text] : [],
});

function putWord(word: NotebookWord): void {
  const { id, client_id, reading, meaning, note, lines } = word;
  const texts = lines.map(({ text }) => text);
  put([[keyOf(word.language, word.text), { id, client_id, reading, meaning, note, lines: texts }]]);
}

const ask = (query: { song_id: number } | { language: string; text: string }) =>
  call("GET /api/user/words", { as: "user", query: { ...query, limit: mostWords } });

/** Finds the words that were saved with lines of a song, once. A failed attempt is made again with the next one. */
async function findOfSong(song: number): Promise<void> {
  if (owner === null || asked.has(song)) return;
  asked.add(song);
  try {
    for (const word of (await ask({ song_id: song })).data) putWord(word);
  } catch {
    asked.delete(song);
  }
}

/** Finds out about one word, each time anew: it may have been changed or deleted in the notebook. */
async function findWord(language: string | null, text: string): Promise<void> {
  const user = owner;
  if (user === null) return;
  const key = keyOf(language, text);
  const reply = await ask({ language: language ?? unknownLanguage, text }).catch(() => undefined);
  if (!reply || owner !== user) return;
  const [word] = reply.data;
  if (word) return putWord(word);
  // One without an id waits on this device.
  if (known.get(key)?.id)
    put(
      [...known].filter(([each]) => each !== key),
      new Map(),
    );
}

/** The words of the user, or of this device. */
export function useKnownWords() {
  const { user } = useUserAuth();
  const id = user?.id ?? null;
  useEffect(() => belongTo(id), [id]);
  const words = useSyncExternalStore(subscribe, () => known);
  return {
    /** Returns a saved word; undefined for one that is not saved, or not found out yet. */
    of: (language: string | null, text: string) => words.get(keyOf(language, text)),
    findOfSong,
    findWord,
    /**
     * Saves a word with its line. @returns where it is now; `full` when this device has no room for it. @throws as `call`
     */
    async save(word: SavedWord): Promise<"notebook" | "device" | "full"> {
      if (id !== null) {
        try {
          const { data } = await call("POST /api/user/words", { as: "user", body: word });
          putWord(data);
          void refreshDue(id);
          return "notebook";
        } catch (error) {
          // Without a connection it waits, as for a login.
          if (!(error instanceof NoResponseError)) throw error;
        }
      }
      if (!keepGuestWord(word)) return "full";
      put([[keyOf(word.language, word.text), ofGuest(word)]]);
      return "device";
    },
    /** Changes a word of the notebook. @throws as `call` */
    async change(wordId: number, fields: WordFields): Promise<void> {
      const { data } = await call("PATCH /api/user/words/{id}", { as: "user", params: { id: wordId }, body: fields });
      putWord(data);
    },
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
