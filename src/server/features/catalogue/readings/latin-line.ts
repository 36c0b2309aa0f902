/** A piece of a line: a word in Latin letters, or the signs between two words as they stand in the text. */
export interface LatinPiece {
  text: string;
  isWord: boolean;
}

const signs: Readonly<Record<string, string>> = {
  "、": ",",
  "。": ".",
  "「": "“",
  "『": "“",
  "」": "”",
  "』": "”",
  "・": " ",
  "　": " ",
  "〜": "~",
  "《": "“",
  "》": "”",
};
const opening = /[([“‘¿¡]$/u;

/** Returns a line in Latin letters: its words with a blank between them, its signs as Latin texts have them, its sentences begun large. */
export function latinLine(pieces: readonly LatinPiece[]): string {
  let line = "";
  const blank = () => {
    if (line !== "" && !line.endsWith(" ") && !opening.test(line)) line += " ";
  };
  for (const { text, isWord } of pieces) {
    if (isWord) {
      blank();
      line += text;
      continue;
    }
    for (const sign of text) {
      const latin = signs[sign] ?? sign.normalize("NFKC");
      if (latin.trim() === "" || opening.test(latin)) blank();
      else line = line.trimEnd();
      line += latin.trim();
    }
  }
  return line.trim().replace(/^\P{L}*\p{L}|[.?!]”? +\p{L}/gu, (start) => start.toUpperCase());
}
