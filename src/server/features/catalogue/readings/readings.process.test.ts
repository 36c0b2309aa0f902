import { describe, expect, test } from "vitest";
import { testApp } from "#test/app.ts";
import { adminToken, makeSong } from "#test/factories.ts";
import type { LineToRead, ReadLine } from "./reading-task.ts";
import { suggestReadings } from "./suggest-readings.ts";

const maxMs = 10 * 60_000;

/** Returns each line as its reading, and its words with theirs. */
async function read(language: "zh" | "ja" | "ko", ...lines: (string | LineToRead)[]): Promise<string[]> {
  const sent = lines.map((line) => (typeof line === "string" ? { text: line, words: [] } : line));
  return (await suggestReadings({ language, lines: sent }, maxMs)).map(({ reading, words }: ReadLine, place) => {
    const shown = words.map(({ start_char, end_char, reading: word }) => {
      return (sent[place]?.text.slice(start_char, end_char) ?? "") + (word === null ? "" : `(${word})`);
    });
    return `${reading} | ${shown.join(" ")}`;
  });
}
const spans = (text: string, ...words: string[]): LineToRead => ({
  text,
  words: words.map((word) => ({ start_char: text.indexOf(word), end_char: text.indexOf(word) + word.length })),
});

describe("suggested readings", () => {
  test("of Japanese are romaji for the line and furigana for words with kanji", async () => {
    expect(
      await read(
        "ja",
        "雨の歌が聞こえる夜に君を想う",
        "今日は東京へ行きました、一人で。",
        "「私はここにいる」と言った",
        "お母さんは元気ですか？",
        "ラーメン、はじめよう",
        "十一人",
        "愛してるよ baby",
        "Only English!",
      ),
    ).toEqual([
      "Ame no uta ga kikoeru yoru ni kimi o omou | 雨(あめ) の 歌(うた) が 聞こえる(きこえる) 夜(よる) に 君(きみ) を 想う(おもう)",
      "Kyō wa tōkyō e ikimashita, hitori de. | 今日(きょう) は 東京(とうきょう) へ 行きました(いきました) 一人(ひとり) で",
      "“Watashi wa koko ni iru” to itta | 私(わたし) は ここ に いる と 言った(いった)",
      "Okāsan wa genki desu ka? | お母さん(おかあさん) は 元気(げんき) です か",
      "Rāmen, hajimeyō | ラーメン はじめよう",
      "Jūichinin | 十一人(じゅういちにん)",
      "Aishiteru yo baby | 愛してる(あいしてる) よ baby",
      "null | ",
    ]);
  });

  test("of words that were cut by hand are theirs alone", async () => {
    expect(
      await read("ja", spans("雨が聞こえる", "雨", "聞", "こえる"), spans("飲もう", "飲"), spans("今日", "今", "日")),
    ).toEqual(["Ame ga kikoeru | 雨(あめ) 聞(き) こえる", "Nomō | 飲(の)", "Kyō | 今(いま) 日(ひ)"]);
    expect(await read("zh", spans("我的好朋友", "我的", "好朋友"))).toEqual([
      "Wǒ de hǎopéngyou | 我的(wǒ de) 好朋友(hǎopéngyou)",
    ]);
    expect(await read("zh", spans("谢谢你，再见", "谢谢"))).toEqual(["Xièxie nǐ, zài jiàn | 谢谢(xièxie)"]);
  });

  test("of Chinese are pinyin by their place in the line", async () => {
    expect(
      await read(
        "zh",
        "我的朋友，西安的月亮代表我的心。Hello 一起走吧！",
        "长大了就快乐，音乐",
        "（合唱）你是谁？",
        "La la",
      ),
    ).toEqual([
      "Wǒ de péngyou, xī'ān de yuèliang dàibiǎo wǒ de xīn. Hello yìqǐ zǒu ba! | " +
        "我(wǒ) 的(de) 朋友(péngyou) 西安(xī'ān) 的(de) 月亮(yuèliang) 代表(dàibiǎo) 我(wǒ) 的(de) 心(xīn) Hello 一起(yìqǐ) 走(zǒu) 吧(ba)",
      "Zhǎngdà le jiù kuàilè, yīnyuè | 长大(zhǎngdà) 了(le) 就(jiù) 快乐(kuàilè) 音乐(yīnyuè)",
      "(Héchàng) nǐ shì shéi? | 合唱(héchàng) 你(nǐ) 是(shì) 谁(shéi)",
      "null | ",
    ]);
  });

  test("of Korean are romanised", async () => {
    expect(await read("ko", "눈을 뜬 아침, 사랑해!", "Oh yeah")).toEqual([
      "Nuneul tteun achim, saranghae! | 눈을(nuneul) 뜬(tteun) 아침(achim) 사랑해(saranghae)",
      "null | ",
    ]);
  });

  test("too long for a line are left out", async () => {
    const [{ reading, words } = { reading: "", words: [] }] = await suggestReadings(
      { language: "zh", lines: [{ text: "窗".repeat(400), words: [{ start_char: 0, end_char: 400 }] }] },
      maxMs,
    );
    expect([reading, words[0]?.reading]).toEqual([null, null]);
  });

  test("that take too long are an answer in time, and the next ones come", async () => {
    const line = { text: "雨の歌が聞こえる夜に君を想う".repeat(20), words: [] };
    const task = { language: "ja" as const, lines: Array.from({ length: 500 }, () => line) };
    await expect(suggestReadings(task, 1)).rejects.toMatchObject({
      code: "unavailable",
      message: "Chưa gợi ý được phiên âm, bạn thử lại sau ít phút, hoặc chọn ít dòng hơn",
    });
    expect(await read("ja", "雨")).toEqual(["Ame | 雨(あめ)"]);
  });

  test("through the call name what is wrong", async () => {
    const app = await testApp("sqlite");
    const token = await adminToken(app);
    const { id } = await makeSong(app);
    const ask = async (json: object) => {
      const answer = await app.send(`POST /api/songs/${id}/lines/readings`, { token, json });
      return [answer.statusCode, answer.json().errors?.[0] ?? answer.json()];
    };
    const line = { text: "你好", words: [] };
    expect(await ask({ language: "vi", lines: [line] })).toEqual([
      422,
      { field: "language", message: "Chưa gợi ý được phiên âm cho ngôn ngữ này" },
    ]);
    expect(await ask({ language: "zh", lines: [] })).toEqual([
      422,
      { field: "lines", message: "Chưa có dòng nào để gợi ý" },
    ]);
    const words = Array.from({ length: 101 }, () => ({ start_char: 0, end_char: 1 }));
    expect(await ask({ language: "zh", lines: [{ text: "你好", words }] })).toEqual([
      422,
      { field: "lines.0.words", message: "Mỗi dòng có tối đa 100 từ" },
    ]);
    expect(await ask({ language: "ko", lines: [{ text: "눈", words: [] }, line] })).toEqual([
      200,
      {
        lines: [
          { reading: "Nun", words: [{ start_char: 0, end_char: 1, reading: "nun" }] },
          { reading: null, words: [] },
        ],
      },
    ]);
    const odd = [
      { start_char: 400, end_char: 500 },
      { start_char: 1, end_char: 0 },
    ];
    for (const language of ["zh", "ja", "ko"]) {
      expect(
        (
          await ask({
            language,
            lines: [
              { text: "你", words: odd },
              { text: "", words: odd },
            ],
          })
        )[0],
      ).toBe(200);
    }
  });
});
