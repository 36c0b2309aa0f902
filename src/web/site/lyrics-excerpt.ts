const excerptLength = 150;
/** A stroke that never begins a line. */
const stroke = "\u00a0/ ";

/** The first 150 characters of lyrics as running text, strokes between the lines, with "..." where more follows. */
export function excerptOf(lyrics: string | null): string | null {
  let text = "";
  for (const line of (lyrics ?? "").split("\n")) {
    // A character has two units at most: all that is shown is there.
    if (text.length > 2 * excerptLength) break;
    const words = line.replace(/\s+/g, " ").trim();
    if (words !== "") text += text === "" ? words : `\n${words}`;
  }
  const characters = [...text];
  if (characters.length === 0) return null;
  const more = characters.length > excerptLength ? "..." : "";
  return characters.slice(0, excerptLength).join("").trimEnd().replaceAll("\n", stroke) + more;
}
