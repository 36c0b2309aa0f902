export interface Greeting {
  word: string;
  lang: string;
}

/** By the word after "tiếng" in a topic's name. */
const greetings: Readonly<Record<string, Greeting>> = {
  anh: { word: "Hello", lang: "en" },
  nhật: { word: "Konnichiwa", lang: "ja-Latn" },
  trung: { word: "Nǐ hǎo", lang: "zh-Latn" },
  hoa: { word: "Nǐ hǎo", lang: "zh-Latn" },
  hàn: { word: "Annyeong", lang: "ko-Latn" },
  pháp: { word: "Bonjour", lang: "fr" },
  đức: { word: "Hallo", lang: "de" },
  nga: { word: "Privet", lang: "ru-Latn" },
  tây: { word: "Hola", lang: "es" },
  bồ: { word: "Olá", lang: "pt" },
  ý: { word: "Ciao", lang: "it" },
  thái: { word: "Sawasdee", lang: "th-Latn" },
  việt: { word: "Xin chào", lang: "vi" },
};

/** Returns the greeting of a topic such as "Tiếng Anh qua bài hát"; undefined for an unknown language. */
export function greetingOf(name: string): Greeting | undefined {
  const language = /(?:^|[^\p{L}])tiếng\s+(\p{L}+)/u.exec(name.normalize("NFC").toLowerCase())?.[1];
  return language !== undefined && Object.hasOwn(greetings, language) ? greetings[language] : undefined;
}
