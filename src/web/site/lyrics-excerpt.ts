const excerptLength = 150;
/** A stroke that never begins a line. */
const stroke = "\u00a0/ ";

/** The first 150 characters of lyrics as running text, strokes between the lines, with "..." where more follows. */
export function excerptOf(lyrics: string | null): string | null {
  const lines = (lyrics ?? "").split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  const characters = [...lines.filter((line) => line !== "").join("\n")];
  if (characters.length === 0) return null;
  const more = characters.length > excerptLength ? "..." : "";
  return characters.slice(0, excerptLength).join("").trimEnd().replaceAll("\n", stroke) + more;
}
