import { expect, it } from "vitest";
import { greetingOf } from "./greeting.ts";

it.each([
  ["Tiếng Anh qua bài hát", "Hello", "en"],
  ["tiếng Nhật", "Konnichiwa", "ja-Latn"],
  ["Tiếng Trung", "Nǐ hǎo", "zh-Latn"],
  ["Học tiếng Hoa", "Nǐ hǎo", "zh-Latn"],
  ["Tiếng Hàn: chào hỏi", "Annyeong", "ko-Latn"],
  ["TIẾNG PHÁP", "Bonjour", "fr"],
  ["Tiếng Tây Ban Nha", "Hola", "es"],
  ["Tiếng Bồ Đào Nha", "Olá", "pt"],
  ["Tiếng Anh".normalize("NFD"), "Hello", "en"],
])("the topic %s has the greeting %s", (name, word, lang) => expect(greetingOf(name)).toEqual({ word, lang }));

it.each([
  "Tiếng Klingon",
  "Từ vựng",
  "Anh em",
  "Tiếng",
  "Tiếng constructor",
  "vangtiếng Anh",
])("the topic %s has no greeting", (name) => expect(greetingOf(name)).toBeUndefined());
