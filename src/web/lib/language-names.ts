/** The Vietnamese names of the languages that songs are sung in. */
import { unknownLanguage } from "#contract/notebook-rules.ts";

const names: Readonly<Record<string, string>> = {
  vi: "Tiếng Việt",
  en: "Tiếng Anh",
  zh: "Tiếng Trung",
  ja: "Tiếng Nhật",
  ko: "Tiếng Hàn",
  fr: "Tiếng Pháp",
  de: "Tiếng Đức",
  es: "Tiếng Tây Ban Nha",
  ru: "Tiếng Nga",
  th: "Tiếng Thái",
};

/** Languages to choose from. */
export const commonLanguages = Object.keys(names);

/** Returns the name of a language, or its tag where it has none here. @param language `und` where it is not known */
export function languageName(language: string): string {
  return language === unknownLanguage ? "Chưa rõ ngôn ngữ" : (names[language] ?? language);
}
