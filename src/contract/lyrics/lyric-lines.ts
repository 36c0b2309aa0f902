/** `words` are sung; `reading` spells them in Latin letters, `meaning` is their translation: the layers of songs to learn a language by. */
export type Layer = "words" | "reading" | "meaning";

export interface LyricLine {
  /** Empty between two verses. */
  text: string;
  layer: Layer;
  /** BCP 47, where the script leaves no doubt. */
  lang?: string;
}

/** Share of a song's lines in its script from which the lines below them are its layers, instead of an ordinary song with foreign words. */
const scriptShare = 1 / 4;
const mostLayers = 2;

const script = /[^\P{L}\p{Script=Latin}]/gu;
const latin = /\p{Script=Latin}/gu;
/** Letters and marks that Vietnamese has and transcriptions lack; NFD leaves đ whole. */
const vietnamese = /đ|[aeiouy][\u0302\u0306\u031B\u0303\u0309\u0323]/iu;
const marked = /đ|[\u0300-\u036F]/iu;

/** Returns the lines of lyrics with their layers. Those of a song in one layer are all `words`. */
export function lyricLines(lyrics: string): LyricLine[] {
  const texts = lyrics
    .trim()
    .split("\n")
    .map((line) => line.trim());
  const layers = layersBelowScript(texts) ?? translatedPairs(texts) ?? texts.map(() => "words" as const);
  const languageOf = scriptLanguages(lyrics);
  let lang: string | undefined;
  return texts.map((text, i) => {
    const layer = layers[i] ?? "words";
    if (layer === "words") lang = isScript(text) ? languageOf(text) : undefined;
    if (layer === "reading") return { text, layer, lang: lang && `${lang}-Latn` };
    return { text, layer, lang: layer === "words" ? lang : undefined };
  });
}

/** True for a line that is mainly of another script than Latin. */
export function isScript(line: string): boolean {
  return count(line, script) > count(line, latin);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Returns the layers of a song in another script, each line followed by its reading, its meaning or both. */
function layersBelowScript(lines: readonly string[]): Layer[] | undefined {
  const scripts = lines.filter(isScript).length;
  if (scripts === 0 || scripts < scriptShare * lines.filter((line) => line !== "").length) return undefined;
  const layers: Layer[] = lines.map(() => "words");
  const blocks = lines.flatMap((line, i) =>
    isScript(line) ? [{ start: i + 1, below: linesBelow(lines, i + 1) }] : [],
  );
  for (let height = 1; height <= mostLayers; height++) {
    const alike = blocks.filter(({ below }) => below.length === height);
    for (let place = 0; place < height; place++) {
      const layer = layerOf(alike.map(({ below }) => below[place] ?? ""));
      for (const { start } of alike) layers[start + place] = layer;
    }
  }
  return layers;
}

/** Returns the lines up to the next one in another script, or to the end of the verse; one more than layers when there are more. */
function linesBelow(lines: readonly string[], start: number): readonly string[] {
  const below = lines.slice(start, start + mostLayers + 1);
  const end = below.findIndex((line) => line === "" || isScript(line));
  return end < 0 ? below : below.slice(0, end);
}

/** Most lines of a meaning have a Vietnamese letter, and few of a reading: "Tôkyô". */
function layerOf(lines: readonly string[]): Layer {
  return 2 * lines.filter((line) => vietnamese.test(line.normalize("NFD"))).length < lines.length
    ? "reading"
    : "meaning";
}

/** Returns the layers of a song whose lines in bare Latin letters, such as English, are each followed by one in Vietnamese. */
function translatedPairs(lines: readonly string[]): Layer[] | undefined {
  const full = lines.filter((line) => line !== "");
  const isMarked = (line: string) => marked.test(line.normalize("NFD"));
  if (full.length < 4 || !full.every((line, i) => isMarked(line) === (i % 2 === 1)) || full.length % 2 === 1)
    return undefined;
  let place = 0;
  return lines.map((line) => (line !== "" && place++ % 2 === 1 ? "meaning" : "words"));
}

/** Returns a function that names the language of a line in another script: Han alone is Japanese only in a song with kana. */
function scriptLanguages(lyrics: string): (line: string) => string | undefined {
  const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
  const hangul = /\p{Script=Hangul}/u;
  const han = /\p{Script=Han}/u;
  const hanLanguage = kana.test(lyrics) ? "ja" : hangul.test(lyrics) ? undefined : "zh";
  return (line) => {
    if (kana.test(line)) return "ja";
    if (hangul.test(line)) return "ko";
    return han.test(line) ? hanLanguage : undefined;
  };
}
