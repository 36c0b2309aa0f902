import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { aWord } from "#test/component/notebook.ts";
import { stubServer, stubStorage } from "#test/web.ts";
import { keepGuestWord, readGuestWords, type SavedWord, takeGuestWords } from "./guest-words.ts";

const word: SavedWord = {
  client_id: "3b0d4c1e-8f2a-4c55-9d1e-000000000001",
  language: "zh",
  text: "朋友",
  line: { song_id: 7, place: 0, text: "你好，新朋友" },
};
const refuses = (status: number, detail: string) => Response.json({ detail }, { status });

let stored: Map<string, string>;
const kept = () => JSON.parse(stored.get("words") ?? "[]") as unknown[];
beforeEach(() => {
  stored = stubStorage();
});
afterEach(() => void vi.unstubAllGlobals());

describe("takeGuestWords", () => {
  test("takes a word without its line when the song is gone from the site", async () => {
    keepGuestWord(word, null);
    const requests = stubServer(({ body }) =>
      (body as SavedWord).line ? refuses(404, "Không tìm thấy") : Response.json(aWord()),
    );
    expect(await takeGuestWords(3)).toBe(1);
    expect(requests.map(({ body }) => body)).toEqual([word, { ...word, line: null }]);
    expect(stored.has("words")).toBe(false);
  });

  test("leaves words on the device while the notebook is full", async () => {
    keepGuestWord(word, null);
    stubServer(() => refuses(409, "Sổ từ có tối đa 20.000 từ"));
    await expect(takeGuestWords(3)).rejects.toThrow("Sổ từ có tối đa 20.000 từ");
    expect(kept()).toHaveLength(1);
  });

  test("leaves words on the device without a connection, and to other users", async () => {
    keepGuestWord(word, 3);
    stubServer(() => {
      throw new TypeError("no connection");
    });
    await expect(takeGuestWords(3)).rejects.toThrow();
    expect(kept()).toMatchObject([{ user: 3 }]);
    // Another user, or none, on the same device.
    expect([readGuestWords(4), readGuestWords(null)]).toEqual([[], []]);
    expect(await takeGuestWords(4)).toBe(0);
    stubServer(() => Response.json(aWord()));
    expect(await takeGuestWords(3)).toBe(1);
  });
});
