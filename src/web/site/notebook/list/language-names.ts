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
  und: "Chưa rõ ngôn ngữ",
};

/** Languages to choose from. */
export const commonLanguages = Object.keys(names);

/** Returns the name of a language, or its tag where it has none here. */
export function languageName(language: string): string {
  return names[language] ?? language;
}
