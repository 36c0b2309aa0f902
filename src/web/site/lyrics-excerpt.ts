const excerptLength = 150;

/**
 * The first 150 characters of lyrics, with "..." where more follows.
 * @param between what parts the lines: strokes in running text, line breaks where the excerpt is set as verse
 */
export function excerptOf(lyrics: string | null, between: " / " | "\n"): string | null {
  const lines = (lyrics ?? "").split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  const characters = [...lines.filter((line) => line !== "").join(between)];
  if (characters.length === 0) return null;
  if (characters.length <= excerptLength) return characters.join("");
  return `${characters.slice(0, excerptLength).join("").trimEnd()}...`;
}
