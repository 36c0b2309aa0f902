/** Which words are in the notebook, as far as this page has found out; without an account, those that this device keeps. */
import { useEffect, useSyncExternalStore } from "react";
import type { NotebookWord } from "#contract/notebook.ts";
import { unknownLanguage } from "#contract/notebook-rules.ts";
import { call, NoResponseError } from "../../lib/api.ts";
import { usePageStore } from "../../lib/page-stores.tsx";
import { useUserAuth } from "../../lib/session.tsx";
import { refreshDue } from "../notebook/due-counts.ts";
import {
  dropGuestWord,
  guestWordId,
  keepGuestWord,
  readGuestWords,
  type SavedWord,
  wordKeyOf,
} from "../notebook/guest-words.ts";
import { randomUuid } from "../notebook/random-uuid.ts";

export interface KnownWord {
  /** Null for a word that waits on this device for a login or a connection. */
  id: number | null;
  reading: string | null;
  meaning: string | null;
  note: string | null;
  /** Texts of the lines that it has in the notebook. */
  lines: readonly string[];
  /** Texts of the lines that wait on this device. */
  waiting: readonly string[];
}

export type WordFields = Pick<KnownWord, "reading" | "meaning" | "note">;

/** Largest page of the API. */
const mostWords = 100;

type AddedWord = Omit<SavedWord, "client_id">;

const ask = (query: { song_id: number } | { language: string; text: string }) =>
  call("GET /api/user/words", { as: "user", query: { ...query, limit: mostWords } });

/** Makes the store of one page. */
function createKnownWords() {
  let owner: number | null | undefined;
  let known: ReadonlyMap<string, KnownWord> = new Map();
  /** Songs. */
  const asked = new Set<number>();
  const listeners = new Set<() => void>();

  /** Tells of a word what the notebook has, and what waits on this device. */
  function put(key: string, saved?: Omit<KnownWord, "waiting">): void {
    const kept = keptWords().get(key);
    const word = saved ? { ...saved, waiting: kept?.waiting ?? [] } : kept;
    show(new Map([...known].filter(([each]) => each !== key).concat(word ? [[key, word]] : [])));
  }

  function show(words: ReadonlyMap<string, KnownWord>): void {
    known = words;
    for (const listener of listeners) listener();
  }

  /** Returns the words that wait on this device. */
  function keptWords(): Map<string, KnownWord> {
    const words = new Map<string, KnownWord>();
    for (const { language, text, reading = null, meaning = null, note = null, line } of readGuestWords(owner ?? null)) {
      const key = wordKeyOf(language, text);
      const waiting = [...(words.get(key)?.waiting ?? []), ...(line ? [line.text] : [])];
      words.set(key, { id: null, reading, meaning, note, lines: [], waiting });
    }
    return words;
  }

  function putWord({ language, text, id, reading, meaning, note, lines }: NotebookWord): void {
    put(wordKeyOf(language, text), { id, reading, meaning, note, lines: lines.map((line) => line.text) });
  }

  return {
    getWords: () => known,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Forgets what was found out for somebody else. What this device keeps is read anew: a login may have taken it. */
    belongTo(user: number | null): void {
      if (user !== null && owner === user) return;
      owner = user;
      asked.clear();
      show(keptWords());
    },
    /** Finds the words that were saved with lines of a song, once. A failed attempt is made again with the next one. */
    async findOfSong(song: number): Promise<void> {
      if (owner === null || asked.has(song)) return;
      asked.add(song);
      try {
        for (const word of (await ask({ song_id: song })).data) putWord(word);
      } catch {
        asked.delete(song);
      }
    },
    /** Finds out about one word, each time anew: it may have been changed or deleted in the notebook. */
    async findWord(language: string | null, text: string): Promise<void> {
      const user = owner;
      if (user === null) return;
      const reply = await ask({ language: language ?? unknownLanguage, text }).catch(() => undefined);
      if (!reply || owner !== user) return;
      const [word] = reply.data;
      if (word) putWord(word);
      else put(wordKeyOf(language, text));
    },
    /**
     * Saves a word of a user with its line. @returns where it is now; `full` when this device has no room for it. @throws as `call`
     */
    async save(fields: AddedWord, user: number | null): Promise<"notebook" | "device" | "full"> {
      const word = { ...fields, client_id: guestWordId(fields, user) ?? randomUuid() };
      if (user !== null) {
        try {
          const { data } = await call("POST /api/user/words", { as: "user", body: word });
          dropGuestWord(word.client_id);
          putWord(data);
          void refreshDue(user);
          return "notebook";
        } catch (error) {
          // Without a connection it waits, as for a login.
          if (!(error instanceof NoResponseError)) throw error;
        }
      }
      if (!keepGuestWord(word, user)) return "full";
      const key = wordKeyOf(word.language, word.text);
      const before = known.get(key);
      put(key, before && before.id !== null ? before : undefined);
      return "device";
    },
    /** Changes a word of the notebook. @throws as `call` */
    async change(wordId: number, fields: WordFields): Promise<void> {
      const { data } = await call("PATCH /api/user/words/{id}", { as: "user", params: { id: wordId }, body: fields });
      putWord(data);
    },
  };
}

/** The words of the user, or of this device. */
export function useKnownWords() {
  const { user } = useUserAuth();
  const id = user?.id ?? null;
  const { belongTo, subscribe, getWords, findOfSong, findWord, save, change } = usePageStore(createKnownWords);
  useEffect(() => belongTo(id), [belongTo, id]);
  const words = useSyncExternalStore(subscribe, getWords);
  return {
    /** Returns a saved word; undefined for one that is not saved, or not found out yet. */
    of: (language: string | null, text: string) => words.get(wordKeyOf(language, text)),
    findOfSong,
    findWord,
    save: (fields: AddedWord) => save(fields, id),
    change,
  };
}
