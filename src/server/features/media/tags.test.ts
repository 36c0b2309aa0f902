import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import NodeID3 from "node-id3";
import { afterAll, expect, test } from "vitest";
import { fixture, wav } from "#test/audio.ts";
import { readTags } from "./tags.ts";

const folder = mkdtempSync(path.join(tmpdir(), "nn-tags-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function tagsOf(content: Buffer, name = "bài.mp3") {
  const file = path.join(folder, "received");
  writeFileSync(file, content);
  return readTags(file, path.join(folder, name));
}
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
  expect(tags.pictures.map((picture) => Buffer.from(picture).equals(fixture("cover.jpg")))).toEqual([true]);
});

test("turns timed lyrics of any format into plain lines", async () => {
  expect((await tagsOf(fixture("synced.mp3"))).lyrics).toBe("Dòng một\nDòng hai");
  expect((await tagsOf(fixture("tagged.flac"))).lyrics).toBe("Mưa rơi ngoài hiên\nAnh về với em");
  const lrc = "[ti:Bài]\r\n[ar:Ai]\r\n[00:01.00]Một\r\n[00:02.00][00:09.00] Hai\r\n\r\n[Điệp khúc]\r\nBa";
  const plain = "Một\n Hai\n\n[Điệp khúc]\nBa";
  expect((await tagsOf(tagged({ unsynchronisedLyrics: { language: "vie", text: lrc } }))).lyrics).toBe(plain);
  const invented = tagged({ userDefinedText: [{ description: "LYRICS", value: lrc }] });
  expect((await tagsOf(invented)).lyrics).toBe(plain);
});

test("takes the title from the file name without tags", async () => {
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
    expect(await tagsOf(wav(1), name), name).toEqual({ title, artist: null, genres: [], lyrics: null, pictures: [] });
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

test("ignores broken tags", async () => {
  const broken = Buffer.from(fixture("tagged.mp3"));
  broken.fill(0xff, 10, 200);
  expect((await tagsOf(broken, "tên file.mp3")).title).toBeTruthy();
  expect((await tagsOf(Buffer.from("không phải nhạc"), "tên file.mp3")).title).toBe("tên file");
});
