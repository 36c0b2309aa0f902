/** Normalised text for comparison and for names of files. */

/** Normalises names and e-mail addresses, which are compared without regard to case. */
export function caseless(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}

/** Returns a text as a file name that is valid on all systems. */
export function fileNameOf(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\\/:*?"<>|]/gu, "-");
}
