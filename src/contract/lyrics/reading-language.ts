/** The languages that the server suggests readings for. */
export const readingLanguages = ["zh", "ja", "ko"] as const;
export type ReadingLanguage = (typeof readingLanguages)[number];

/** Returns the language of readings for one as BCP 47 (`zh-TW`); undefined where none are suggested. */
export function readingLanguageOf(language: string | null): ReadingLanguage | undefined {
  const primary = language?.split("-")[0]?.toLowerCase();
  return readingLanguages.find((each) => each === primary);
}
