import { describe, expect, test } from "vitest";
import { type NotebookWord, type WordFileFormat, type WordsImportReply, wordFileFormats } from "#contract/notebook.ts";
import { maxWordsFile, maxWordsOfFile } from "#contract/notebook-rules.ts";
import { readCsv } from "#server/platform/csv.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { makeUser, makeWord, userToken } from "#test/factories.ts";
import { readWords, writeWords } from "./word-files.ts";

type Line = NotebookWord["lines"][number];

function line(text: string, fields: Partial<Line> = {}): Line {
  const song = { song_id: null, song_title: null, start_ms: null, end_ms: null, can_play: false };
  return { id: 1, text, reading: null, translation: null, ...song, ...fields };
}

function word(text: string, fields: Partial<NotebookWord> = {}): NotebookWord {
  const time = "2026-05-01T00:00:00.000Z";
  const card = {
    state: "new",
    due: time,
    last_review: null,
    reps: 0,
    lapses: 0,
    stability: 0,
    is_leech: false,
  } as const;
  const texts = { language: "vi", text, reading: null, meaning: null, note: null };
  return { id: 1, client_id: "c", ...texts, ...card, created_at: time, lines: [], ...fields };
}

async function written(format: WordFileFormat, ...words: NotebookWord[]): Promise<string> {
  const parts: Uint8Array[] = [];
  const batches = async function* () {
    yield words;
  };
  for await (const part of writeWords(format, batches())) parts.push(part);
  return Buffer.concat(parts).toString();
}

const rows = (file: string) =>
  readWords(file, "und").words.map(({ text, reading, meaning, note }) => [text, reading, meaning, note]);

describe("a file of words", () => {
  test("is CSV for spreadsheets", async () => {
    const lines = [line("雨の歌", { translation: "Bài ca mưa", song_title: "Mưa" }), line("雨, また")];
    const file = await written(
      "csv",
      word("雨", { language: "ja", reading: "あめ", meaning: "mưa", is_leech: true, lines }),
    );
    expect(file).toBe(
      "\uFEFFTừ,Phiên âm,Nghĩa,Ghi chú,Ngôn ngữ,Câu hát,Phiên âm câu,Dịch câu,Bài hát,Khó nhớ\r\n" +
        '雨,あめ,mưa,,ja,"雨の歌\n雨, また",,"Bài ca mưa\n","Mưa\n",x\r\n',
    );
  });

  test("is a text for Anki, with its headers", async () => {
    const file = await written(
      "anki",
      word("#1", { meaning: 'nói "một"', note: "a\tb" }),
      word("mưa", { is_leech: true, lines: [line("Mưa rơi"), line("Mưa tạnh")] }),
    );
    expect(file).toBe(
      "#separator:tab\n#html:false\n" +
        "#columns:Từ\tPhiên âm\tNghĩa\tGhi chú\tNgôn ngữ\tCâu hát\tPhiên âm câu\tDịch câu\tBài hát\tTags\n" +
        "#tags column:10\n" +
        '"#1"\t\t"nói ""một"""\t"a\tb"\tvi\t\t\t\t\tngan-nga vi\n' +
        'mưa\t\t\t\tvi\t"Mưa rơi\nMưa tạnh"\t\t\t\tngan-nga vi leech\n',
    );
  });

  test.each(wordFileFormats)("in %s is read as it was written, whatever its words hold", async (format) => {
    const hostile = [
      "=1+1",
      "+84",
      "-",
      "@x",
      "'=1",
      "''-x",
      "'tis",
      "＝1",
      '"',
      '""a',
      "a,b;c|d",
      "#tag",
      "<b>&amp;",
      "Từ",
    ];
    const words = hostile.map((text, n) =>
      word(text, { reading: `=${n}`, meaning: text, note: `${text}\n=2\r\n"x"`, language: n % 2 === 0 ? "en" : "zh" }),
    );
    const full = { reading: "ame", translation: "mưa, rơi", song_title: '=HYPERLINK("x")' };
    words.push(word("雨", { language: "ja", lines: [line("=雨", full), line("雨\tの"), line("雨", full)] }));
    const file = await written(format, ...words);
    const read = readWords(file, "und");
    expect(read.problems).toEqual([]);
    expect(read.words).toEqual(
      words.map(({ text, reading, meaning, note, language, lines }) => ({
        text,
        reading,
        meaning,
        note,
        language,
        lines: lines.map(({ text, reading, translation, song_title }) => ({ text, reading, translation, song_title })),
      })),
    );
    if (format !== "csv") return;
    const cells = readCsv(file, { delimiter: ",", maxRows: 99, maxCells: 99, maxSigns: 9999 }).flatMap(
      ({ cells }) => cells,
    );
    expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
  });

  test.each([
    [
      "two columns of any program",
      "rain\tmưa\nsun\tnắng",
      [
        ["rain", null, "mưa", null],
        ["sun", null, "nắng", null],
      ],
    ],
    ["a semicolon and names", "Front;Back\r\nrain;mưa\r\n", [["rain", null, "mưa", null]]],
    ["names in another order and case", "NGHĨA,từ\nmưa,rain", [["rain", null, "mưa", null]]],
    ["three columns without names", "雨,あめ,mưa", [["雨", "あめ", "mưa", null]]],
    [
      "one column",
      "rain\n\nsun",
      [
        ["rain", null, null, null],
        ["sun", null, null, null],
      ],
    ],
    [
      "notes of Anki as HTML",
      "#separator:tab\n#html:true\n#tags column:3\nra&lt;in&amp;\t<b>mưa</b><br>rào\tnguồn\n",
      [["ra<in&", null, "mưa rào", null]],
    ],
    [
      "special columns of Anki first",
      "#separator:Comma\n#html:false\n#guid column:1\n#deck column:2\nx1,Tiếng Anh,rain,mưa\n",
      [["rain", null, "mưa", null]],
    ],
    ["a decomposed text", "mu\u031ba".normalize("NFD"), [["mưa", null, null, null]]],
  ])("is understood with %s", (_, text, expected) => {
    expect(rows(text)).toEqual(expected);
  });

  test("names its odd lines", () => {
    const text = `#separator:tab\n#columns:Từ\tNghĩa\tNgôn ngữ\nmột\t1\n\tkhông có từ\n"hai\nba"\t2\n${"x".repeat(101)}\nbốn\t4\ttiếng Anh\n`;
    expect(readWords(text, "vi")).toMatchObject({
      words: [{ text: "một" }, { text: "hai ba" }],
      problems: [
        { line: 4, message: "Vui lòng nhập từ" },
        { line: 7, message: "Không được dài quá 100 ký tự" },
        { line: 8, message: "Ngôn ngữ không hợp lệ" },
      ],
      rest: null,
    });
  });

  test.each(wordFileFormats)("in %s is read in parts as it is read whole, wherever a part ends", async (format) => {
    const texts = ['a"b', "x,y;z", "một\nhai", "🌧️", "=1", "#5"];
    const words = texts.map((text, n) =>
      word(`${n} ${text}`, { note: text, lines: [line(text), line(`${text} ${n}`)] }),
    );
    for (const file of [await written(format, ...words), "a,b\r\nc,d,e\r\nf,g\r\n", 'x\n"y\nz"\n']) {
      const whole = readWords(file, "und");
      const longest = Math.max(...file.split(/(?<=\n)/).map((row) => row.length));
      for (let size = 4 * longest + 120; size < file.length + 120; size += 7) {
        const read: ReturnType<typeof readWords>["words"] = [];
        for (let at = 0, head = "", isPart = true; isPart; ) {
          isPart = at + size < file.length;
          const part = readWords(head + file.slice(at, at + size), "und", isPart);
          read.push(...part.words);
          if (!part.rest) continue;
          at += part.rest.at - head.length;
          head = part.rest.head;
        }
        expect(read).toEqual(whole.words);
      }
    }
  });

  test("without names is read in parts by the columns of its first row", () => {
    const { words, rest } = readWords("rain\tmưa\nsun\tnắ", "en", true);
    expect(words).toMatchObject([{ text: "rain", meaning: "mưa" }]);
    expect(rest).toEqual({ at: 9, head: "Từ\tNghĩa\n" });
    expect(readWords(`${rest?.head}sun\tnắng\tx\n`, "en")).toMatchObject({ words: [{ text: "sun", meaning: "nắng" }] });
  });

  test.each([
    '"',
    "<",
    "&",
    "'",
    "#",
    ",",
    "\t",
    "\n",
    "a\n",
    "#a:b\n",
    "=,",
    '"\n',
    "<br>",
    "́",
  ])("of a million times %j is read, its first 5,000 rows at most", (sign) => {
    const text = sign.repeat(Math.ceil(maxWordsFile / sign.length));
    for (const file of [text, `#html:true\n${text}`]) {
      const { words } = readWords(file, "und");
      expect(words.length).toBeLessThanOrEqual(maxWordsOfFile);
    }
  });
});

const words = "/api/user/words";
const take = (app: TestApp, token: string, text: string, language?: string) =>
  app.send(`POST ${words}/import`, { token, json: { text, language } });
async function taken(app: TestApp, token: string, text: string, language?: string): Promise<WordsImportReply> {
  const answer = await take(app, token, text, language);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const all = async (app: TestApp, token: string): Promise<NotebookWord[]> =>
  (await app.send(`GET ${words}`, { token, query: { limit: "100", sort_by: "text" } })).json();
const out = (app: TestApp, token: string, format: string) =>
  app.send(`GET ${words}/export`, { token, query: { format } });

onBothEngines((engine) => {
  describe("an import", () => {
    test("is read first, and saves nothing by that", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const text = "Từ,Nghĩa\nrain,mưa\nsun,nắng\nRain,rào\n,trống\n";
      const read = await app.send(`POST ${words}/read`, { token, json: { text, language: "en" } });
      expect(read.json()).toEqual({
        words: 2,
        first: [
          { language: "en", text: "rain", reading: null, meaning: "mưa; rào" },
          { language: "en", text: "sun", reading: null, meaning: "nắng" },
        ],
        skipped: 1,
        problems: [{ line: 5, message: "Vui lòng nhập từ" }],
        rest: null,
      });
      expect(await all(app, token)).toEqual([]);
      const empty = await app.send(`POST ${words}/read`, { token, json: { text: "\n" } });
      expect(empty.json().errors).toEqual([{ field: "text", message: "File không có từ nào" }]);
    });

    test("adds words with their lines, fills what is there, and the same again changes nothing", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const file = "Từ,Nghĩa,Câu hát,Bài hát\nRain,mưa,It rains,Song\nsun,nắng,,\nRAIN,rào,It pours,\n,trống,,\n";
      expect(await taken(app, token, file, "en")).toEqual({
        added: 2,
        changed: 0,
        unchanged: 0,
        skipped: 1,
        problems: [{ line: 5, message: "Vui lòng nhập từ" }],
        rest: null,
      });
      const [rain, sun] = await all(app, token);
      expect(rain).toMatchObject({ text: "Rain", language: "en", meaning: "mưa; rào", state: "new" });
      expect(rain?.lines).toMatchObject([
        { text: "It rains", song_title: "Song", song_id: null, can_play: false },
        { text: "It pours", song_title: null },
      ]);
      expect(await taken(app, token, file, "en")).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
      expect(await all(app, token)).toEqual([rain, sun]);
      await app.send(`PATCH ${words}/${sun?.id}`, { token, json: { note: "của tôi" } });
      expect(await taken(app, token, "Từ,Ghi chú,Câu hát\nsun,khác,Sunny\n", "en")).toMatchObject({ changed: 1 });
      expect((await all(app, token))[1]).toMatchObject({ note: "của tôi", lines: [{ text: "Sunny" }] });
    });

    test.each(wordFileFormats)("of the own export in %s gives another account the same notebook", async (format) => {
      const app = await testApp(engine);
      const user = await makeUser(app);
      const token = await userToken(app, { user });
      const { id: word_id } = await makeWord(app, { user_id: user.id, text: "=雨", language: "ja", lapses: 9 });
      await app.db.insertInto("word_lines").values({ word_id, text: "雨の歌", translation: "Bài ca mưa" }).execute();
      for (let n = 0; n < 120; n += 1) await makeWord(app, { user_id: user.id, text: `w${n}` });
      await makeWord(app, { user_id: user.id, text: "đã xóa", removed_at: new Date().toISOString() });
      const file = await out(app, token, format);
      expect(file.statusCode).toBe(200);
      expect(file.headers["content-disposition"]).toMatch(/so-tu-\d{4}-\d\d-\d\d\.(csv|txt)/);
      const other = await userToken(app);
      expect(await taken(app, other, file.body)).toMatchObject({ added: 121, changed: 0, skipped: 0 });
      const [first] = (await app.send(`GET ${words}`, { token: other, query: { language: "ja" } })).json();
      expect(first).toMatchObject({ text: "=雨", lapses: 0, lines: [{ text: "雨の歌", translation: "Bài ca mưa" }] });
      expect(await taken(app, token, file.body)).toMatchObject({ added: 0, changed: 0, unchanged: 121 });
    });

    test("of a deleted word begins it anew", async () => {
      const app = await testApp(engine);
      const user = await makeUser(app);
      const token = await userToken(app, { user });
      const { id } = await makeWord(app, { user_id: user.id, text: "mưa", reps: 5, state: "review" });
      await app.send(`DELETE ${words}/${id}`, { token });
      expect(await taken(app, token, "mưa", "vi")).toMatchObject({ added: 1 });
      expect(await all(app, token)).toMatchObject([{ text: "mưa", state: "new", reps: 0 }]);
    });

    test("sent twice at once adds each word once", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      const replies = await Promise.all([taken(app, token, "một\nhai"), taken(app, token, "hai\nba")]);
      expect(replies.reduce((sum, { added }) => sum + added, 0)).toBe(3);
      expect(await all(app, token)).toHaveLength(3);
    });
  });
});

onOneEngine((engine) => {
  test("an import is refused as a whole when it is empty, too large, or does not fit", async () => {
    const app = await testApp(engine);
    const token = await userToken(app);
    for (const text of ["", "\n\n", "#html:true\n"]) expect((await take(app, token, text)).statusCode).toBe(422);
    const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => `từ ${n}`).join("\n");
    expect((await take(app, token, "x".repeat(maxWordsFile + 1))).statusCode).toBe(422);
    expect(await all(app, token)).toEqual([]);
    const start = performance.now();
    expect(await taken(app, token, rowsOf(maxWordsOfFile))).toMatchObject({ added: maxWordsOfFile });
    expect(performance.now() - start).toBeLessThan(10_000);
    const more = await taken(app, token, rowsOf(maxWordsOfFile + 1));
    expect(more).toMatchObject({ added: 0, unchanged: maxWordsOfFile, rest: { head: "Từ,\n" } });
    expect(await taken(app, token, rowsOf(maxWordsOfFile + 1).slice(more.rest?.at))).toMatchObject({
      added: 1,
      rest: null,
    });
    const open = await app.send(`POST ${words}/import`, { token, json: { text: '"a\nb\n', is_part: true } });
    expect(open.json().errors).toEqual([{ field: "text", message: 'File có dòng quá dài, hoặc có dấu " không đóng' }]);
    expect((await take(app, token, "a\u0000b")).statusCode).toBe(422);
    expect((await out(app, token, "pdf")).statusCode).toBe(422);
    expect((await out(app, await userToken(app), "csv")).body.split("\r\n")).toHaveLength(2);
  });
});
