const excerptLength = 150;

/** Returns the first 150 characters of lyrics, without empty lines, with "..." when more follow; null without lyrics. */
export function excerptOf(lyrics: string | null): string | null {
  let text = "";
  for (const line of (lyrics ?? "").split("\n")) {
    // A character has at most two UTF-16 units.
    if (text.length > 2 * excerptLength) break;
    const trimmed = line.replace(/\s+/g, " ").trim();
    if (trimmed !== "") text += text === "" ? trimmed : `\n${trimmed}`;
  }
  const characters = [...text];
  if (characters.length === 0) return null;
  const suffix = characters.length > excerptLength ? "..." : "";
  return characters.slice(0, excerptLength).join("").trimEnd() + suffix;
}
