import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import NodeID3 from "node-id3";
import { afterAll, expect, test } from "vitest";
import { fixture, wav } from "#test/audio.ts";
import { shown } from "#test/cases/lyrics/cases.ts";
import { mp3WithPictures } from "#test/hostile-audio.ts";
import { inspect } from "./inspect.ts";
import { cleanText, line, titleOfName } from "./tag-text.ts";

const folder = mkdtempSync(path.join(tmpdir(), "nn-tags-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function factsOf(content: Buffer, cover?: { file: string; maxBytes: number }) {
  const file = path.join(folder, "received");
  writeFileSync(file, content);
  const facts = await inspect(file, cover);
  if ("refusal" in facts) throw new Error(facts.refusal);
  return facts;
}
const tagsOf = async (content: Buffer) => (await factsOf(content)).tags;
/** The fixture's sound with other tags. */
const tagged = (tags: NodeID3.Tags) => NodeID3.write(tags, fixture("tagged.mp3"));

test("reads title, artist, genre, lyrics and cover of an MP3", async () => {
  const tags = await tagsOf(fixture("tagged.mp3"));
  expect(tags).toMatchObject({
    title: "Mưa hạ",
    artist: "Hạ Miên",
    genres: ["Nhạc Trẻ"],
    lyrics: "Mưa rơi ngoài hiên\nAnh về với em",
  });
});

test("turns timed lyrics of any format into plain lines", async () => {
  expect((await tagsOf(fixture("synced.mp3"))).lyrics).toBe("Dòng một\nDòng hai");
  expect((await tagsOf(fixture("tagged.flac"))).lyrics).toBe("Mưa rơi ngoài hiên\nAnh về với em");
  const lrc = "[ti:Bài]\r\n[ar:Ai]\r\n[00:01.00]Một\r\n[00:02.00][00:09.00] Hai\r\n\r\n[Điệp khúc]\r\nBa";
  const plain = "Một\nHai\nHai\n\n[Điệp khúc]\nBa";
  expect((await tagsOf(tagged({ unsynchronisedLyrics: { language: "vie", text: lrc } }))).lyrics).toBe(plain);
  const invented = tagged({ userDefinedText: [{ description: "LYRICS", value: lrc }] });
  expect((await tagsOf(invented)).lyrics).toBe(plain);
  for (const text of [
    "[la:vi]\n[00:01.00]<00:01.00>Mưa <00:01.50>rơi\n[00:04,00]Gió bay",
    "1\n00:00:01,000 --> 00:00:02,000\nMưa rơi\n\n2\n00:00:04,000 --> 00:00:05,000\nGió bay",
    `<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">Mưa rơi</p><p begin="4s" end="5s">Gió bay</p></div></body></tt>`,
  ]) {
    expect((await tagsOf(tagged({ unsynchronisedLyrics: { language: "vie", text } }))).lyrics).toBe("Mưa rơi\nGió bay");
  }
});

const timed = (tags: NodeID3.Tags) => tagsOf(tagged(tags)).then(({ lines }) => lines && shown(lines));
const synced = (...synchronisedText: { text: string; timeStamp: number }[]): NodeID3.Tags => ({
  synchronisedLyrics: [{ language: "vie", timeStampFormat: 2, contentType: 1, synchronisedText }],
});

test("reads the times of lyrics, by lines and by syllables", async () => {
  const lines = synced(
    { text: "Mưa rơi", timeStamp: 1000 },
    { text: "", timeStamp: 2500 },
    { text: "Gió bay", timeStamp: 4000 },
  );
  expect(await timed(lines)).toEqual(["1-2.5 Mưa rơi", "4 Gió bay"]);
  const syllables = synced(
    { text: "Mưa ", timeStamp: 1000 },
    { text: "rơi", timeStamp: 1500 },
    { text: "\nGió ", timeStamp: 4000 },
    { text: "bay\n", timeStamp: 4500 },
  );
  expect(await timed(syllables)).toEqual(["1 Mưa rơi [Mưa@1 rơi@1.5]", "4 Gió bay [Gió@4 bay@4.5]"]);
  const frames = { ...syllables, synchronisedLyrics: [{ ...syllables.synchronisedLyrics?.[0], timeStampFormat: 1 }] };
  expect(await timed(frames as NodeID3.Tags)).toBeNull();
});

test("reads the times of LRC in tags for plain lyrics", async () => {
  const text = "[ti:Bài]\r\n[00:01.00]Một\r\n[00:02.00][00:09.00]Hai";
  const expected = ["1 Một", "2 Hai", "9 Hai"];
  expect(await timed({ unsynchronisedLyrics: { language: "vie", text } })).toEqual(expected);
  expect(await timed({ userDefinedText: [{ description: "LYRICS", value: text }] })).toEqual(expected);
  expect(await timed({ unsynchronisedLyrics: { language: "vie", text: "Một\nHai" } })).toBeNull();
  const many = "[00:01.00]la la la\n".repeat(100_000);
  expect(await timed({ unsynchronisedLyrics: { language: "vie", text: many } })).toHaveLength(2000);
});

test("takes no lyrics in a format with times that is not read", async () => {
  const text = "[1000,3000](1000,500,0)Mưa (1500,500,0)rơi";
  const lyrics = { lyrics: null, lines: null };
  expect(await tagsOf(tagged({ unsynchronisedLyrics: { language: "vie", text } }))).toMatchObject(lyrics);
  expect(await tagsOf(tagged({ userDefinedText: [{ description: "LYRICS", value: text }] }))).toMatchObject(lyrics);
});

test.each([
  "Ciò che perché",
  "Canções de São Paulo",
  "Guð og Þór",
  "Ðorðe",
  "Più bella così",
  "señor niño",
  "Café déjà",
])("leaves a text of Latin-1 as it is: %s", (text) => {
  expect(cleanText(text, 200)).toBe(text);
});

test.each([
  ["ÐýõÌng vêÌ", "Đường về"],
  ["Ýõìc giÌ", "Ước gì"],
  ["NguyêÞn Thiò Ngoòc Ánh", "Nguyễn Thị Ngọc Ánh"],
  ["NgýõÌi yêu cô ðõn (Remix)", "Người yêu cô đơn (Remix)"],
  ["PHAòM DUY", "PHẠM DUY"],
])("repairs Windows-1258 that was read as Latin-1: %s", (misread, text) => {
  expect(cleanText(misread, 200)).toBe(text);
});

test("has no title without tags", async () => {
  expect(await tagsOf(wav(1))).toEqual({ title: "", artist: null, genres: [], lyrics: null, lines: null });
});

test("makes a title of a file name", () => {
  for (const [name, title] of [
    ["03. mua_ha.mp3", "mua ha"],
    ["12 - Đường về.wav", "Đường về"],
    ["1989.wav", "1989"],
    ["07.wav", "07"],
    ["  hai   khoảng trắng .wav", "hai khoảng trắng"],
    ["___.wav", "Không tên"],
    ["a\u0001b\n.wav", "ab"],
    [`${"x".repeat(240)}.wav`, "x".repeat(200)],
    ["Mu\u031ba ha\u0323.wav", "Mưa hạ"],
  ] as const) {
    expect(titleOfName(path.join(folder, name)), name).toBe(title);
  }
});

test("repairs UTF-8 that was declared as Latin-1", async () => {
  expect(await tagsOf(fixture("tagged.wav"))).toMatchObject({ title: "Mưa hạ", artist: "Hạ Miên" });
  const text = Buffer.from("\u0000Việt Nam ơi, ểẻ", "utf8");
  const frame = Buffer.concat([Buffer.from("TIT2"), Buffer.from([0, 0, 0, text.length, 0, 0]), text]);
  const header = Buffer.concat([Buffer.from("ID3"), Buffer.from([3, 0, 0, 0, 0, 0, frame.length])]);
  expect((await tagsOf(Buffer.concat([header, frame, fixture("plain.aac")]))).title).toBe("Việt Nam ơi, ểẻ");
  expect((await tagsOf(tagged({ title: "Café déjà" }))).title).toBe("Café déjà");
});

test("cleans values and cuts them to the catalogue's limits", async () => {
  const tags = await tagsOf(
    tagged({
      title: `  ${"tê ".repeat(100)}`,
      artist: "A\u0000B",
      genre: "Pop;Rock; ;Pop;Other;Jazz;Folk;Blues;Soul",
      unsynchronisedLyrics: { language: "vie", text: "la ".repeat(30_000) },
    }),
  );
  expect(tags.title.length).toBeLessThanOrEqual(200);
  expect(tags.artist).not.toContain("\0");
  expect(tags.genres).toEqual(["Pop", "Rock", "Jazz", "Folk", "Blues"]);
  expect(tags.lyrics?.length).toBeLessThanOrEqual(50_000);
});

test("repairs the start of a text that is cut", () => {
  const text = "Mưa rơi ngoài hiên. ".repeat(100);
  const misread = Buffer.from(text).toString("latin1");
  expect(line(misread, 200)).toBe(text.slice(0, 200).trim());
  // Nothing looks at the rest, which no Latin-1 text can contain.
  expect(line(`${misread}đ`, 200)).toBe(text.slice(0, 200).trim());
  for (let max = 10; max < 20; max++) expect(line(misread, max), String(max)).toBe(text.slice(0, max).trim());
});

test("writes the front cover, or the first picture that is a small enough image", async () => {
  const cover = { file: path.join(folder, "cover"), maxBytes: 10_000 };
  const other = { type: 0, data: fixture("cover.png") } as const;
  const front = { type: 3, data: fixture("cover.jpg") } as const;
  for (const [pictures, written] of [
    [[], undefined],
    [[other], "cover.png"],
    [[other, front], "cover.jpg"],
    [[other, { ...front, data: Buffer.from("no image at all") }], "cover.png"],
    [[other, { ...front, data: Buffer.concat([front.data, Buffer.alloc(10_000)]) }], "cover.png"],
  ] as const) {
    const { hasCover } = await factsOf(mp3WithPictures(pictures), cover);
    expect(hasCover).toBe(written !== undefined);
    if (written) expect(readFileSync(cover.file).equals(fixture(written))).toBe(true);
    rmSync(cover.file, { force: true });
  }
});

test("ignores broken tags", async () => {
  const broken = Buffer.from(fixture("tagged.mp3"));
  broken.fill(0xff, 10, 200);
  expect((await factsOf(broken)).extension).toBe("mp3");
});
