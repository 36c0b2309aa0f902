/** Normalised text for comparison. */

/** Normalises names and e-mail addresses, which are compared without regard to case. */
export function caseless(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}
