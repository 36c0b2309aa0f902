/** Returns what is wrong with a text of too many characters; undefined for any other. Pasted text must not be cut in silence. */
export function lengthError(text: string, most: number): string | undefined {
  return text.trim().length > most ? `Không được dài quá ${most} ký tự` : undefined;
}
