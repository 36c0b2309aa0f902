import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import { drawCard } from "./card.ts";
import { createCardArtist } from "./card-artist.ts";
import type { SongCard } from "./card-shape.ts";
import { writable } from "./fonts.ts";

const song: SongCard = { kind: "song", id: 7, title: "Mưa hạ", artist: null, is_premium: false, image: null };

describe("writable", () => {
  test.each([
    ["Gửi người ở lại, những mùa Ẫ Ộ Ữ Ỹ đ Đ ₫", "Gửi người ở lại, những mùa Ẫ Ộ Ữ Ỹ đ Đ ₫"],
    ["Gư\u0309i ngươ\u0300i", "Gửi người"],
    ["你好，朋友 (Nǐ hǎo, péngyou)", "Nǐ hǎo, péngyou"],
    ["ā á ǎ à ē é ě è ī í ǐ ì ō ó ǒ ò ū ú ǔ ù ǖ ǘ ǚ ǜ ü", "ā á ǎ à ē é ě è ī í ǐ ì ō ó ǒ ò ū ú ǔ ù ǖ ǘ ǚ ǜ ü"],
    ["Ǎ Ǐ Ǒ Ǔ Ǖ Ǘ Ǚ Ǜ", "Ǎ Ǐ Ǒ Ǔ Ǖ Ǘ Ǚ Ǜ"],
    ["Ni\u030c ha\u030co lu\u0308\u030c", "Nǐ hǎo lǚ"],
    ["雨の歌 (Ame no uta)", "Ame no uta"],
    ["Mưa hạ ❤️ trên phố 🎵", "Mưa hạ trên phố"],
    ["Ｗｉｄｅ 字", "Wide"],
    ["A (字) b", "A b"],
    ["🎵 – 🎶", ""],
    ["Привет", ""],
    ["字幕", ""],
    ["“Thế à?” – Ừ, thì…", "“Thế à?” – Ừ, thì…"],
    ["\u0000\u202e\ud800a", "a"],
  ])("writes %j as %j", (text, written) => {
    expect(writable(text)).toBe(written);
  });
});

describe("drawCard", () => {
  test("draws outlines only, without text, fonts or addresses", async () => {
    for (const card of [song, { ...song, is_premium: true, artist: "Đặng Thị Ngọc" }, { kind: "site" } as const]) {
      const svg = await drawCard(card);
      expect(svg).toMatch(/^<svg [^>]*width="1200" height="630"/);
      expect(svg).not.toMatch(/<text|font-|href=|url\(http|NaN|undefined|pathLength/);
    }
  });

  test("draws a payment's code with its texts as outlines, each module of whole pixels", async () => {
    const code = '<svg viewBox="0 0 45 45"><path d="M4 4h7v7H4z"/></svg>';
    const texts = { holder: "CONG TY NGAN NGA", account: "0123456789", bank: "Vietcombank", amount: "399.000 ₫" };
    const card = { kind: "transfer", code, ...texts, content: "HM2345678K" } as const;
    const svg = await drawCard(card);
    expect(svg).toMatch(/^<svg [^>]*width="900" height="1260"/);
    expect(svg).toContain('<svg x="90" y="120" width="720" height="720" viewBox="0 0 45 45">');
    expect(svg).not.toMatch(/<text|font-|href=|url\(http|NaN|undefined/);
    expect(await drawCard({ ...card, content: "HM2345678M" })).not.toBe(svg);
  });

  test("draws the same card alike and different cards differently", async () => {
    expect(await drawCard(song)).toBe(await drawCard({ ...song }));
    const drawings = [song, { ...song, title: "Mưa hạ 2" }, { ...song, artist: "Lan" }, { ...song, is_premium: true }];
    expect(new Set(await Promise.all(drawings.map(drawCard))).size).toBe(4);
  });

  test("draws the tones of pinyin", async () => {
    const titles = ["lu", "lǔ", "lü", "lǖ", "lǘ", "lǚ", "lǜ"];
    const drawings = await Promise.all(titles.map(async (title) => drawCard({ ...song, title })));
    expect(new Set(drawings).size).toBe(titles.length);
  });

  test("writes a gift's names in any script, and leaves out what has no look", async () => {
    const gift = { kind: "gift", id: 7, title: "Mưa hạ", isQuiet: false } as const;
    const drawn = async (recipient: string | null) => drawCard({ ...gift, recipient });
    const names = [null, "Mẹ", "王小明", "Привет", "ไทย", "Mẹ 😀"];
    const drawings = await Promise.all(names.map(drawn));
    expect(new Set(drawings).size).toBe(names.length);
    expect(drawings.join("")).not.toMatch(/<text|font-|href=|NaN|undefined/);
    expect(await drawn("שלום")).toBe(drawings[0]);
    expect(await drawn("Mẹ\ufe0f")).toBe(drawings[1]);
  });

  test("cuts a title of 200 letters after four lines, with or without blanks", async () => {
    const outlines = async (title: string) => (await drawCard({ ...song, title })).match(/<svg x="0".*<\/svg>/)?.[0];
    for (const title of ["dài ơi là dài ".repeat(20).slice(0, 200), "à".repeat(200)]) {
      expect(await outlines(title)).toBe(await outlines(`${title}${title}`));
      expect(await outlines(title)).not.toBe(await outlines(title.slice(0, 60)));
    }
  });

  test("keeps a title out of the markup", async () => {
    const svg = await drawCard({ ...song, title: '</svg><script>alert(1)</script>"', artist: '<image href="/x"/>' });
    expect(svg).not.toMatch(/<script|<image|alert/);
  });
});

describe("createCardArtist", () => {
  test("draws in a thread that ends when idle, then in a new one", async () => {
    const ends: Promise<unknown>[] = [];
    const onThread = (thread: Worker) => void ends.push(once(thread, "exit"));
    process.on("worker", onThread);
    onTestFinished(() => void process.off("worker", onThread));
    const artist = createCardArtist({ idle: 20 });
    const [first, second] = await Promise.all([artist.draw(song), artist.draw({ kind: "site" })]);
    expect(first).toBe(await drawCard(song));
    expect(second).toBe(await drawCard({ kind: "site" }));
    await ends[0];
    expect(await artist.draw(song)).toBe(first);
    expect(ends).toHaveLength(2);
    await artist.stop();
  });

  test("rejects a card that takes too long", async () => {
    const artist = createCardArtist({ longest: 1 });
    await expect(artist.draw(song)).rejects.toThrow("too long");
    await artist.stop();
  });

  test("rejects it as soon while others keep asking", async () => {
    const artist = createCardArtist({ longest: 50 });
    const asking = setInterval(() => artist.draw(song).catch(() => undefined), 10);
    await expect(artist.draw(song)).rejects.toThrow("too long");
    clearInterval(asking);
    await artist.stop();
  });

  test("rejects open cards when it is stopped", async () => {
    const artist = createCardArtist();
    const [drawing] = await Promise.allSettled([artist.draw(song), artist.stop()]);
    expect(drawing).toMatchObject({ status: "rejected", reason: { message: "the server stops" } });
  });
});
