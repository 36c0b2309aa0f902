/** The occasions and recipients that customers choose from; free of zod, since public pages load them. Customers may write one of their own. */
export const occasions = [
  "Sinh nhật",
  "Ngày cưới",
  "Kỷ niệm",
  "Tỏ tình",
  "Xin lỗi",
  "Cảm ơn",
  "Em bé chào đời",
  "Tốt nghiệp",
  "Tưởng nhớ",
  "Công ty",
] as const;
export type Occasion = (typeof occasions)[number];

/** The recipient of a song that somebody orders for themselves. */
export const oneself = "Chính tôi";
export const recipients = [
  "Người yêu",
  "Vợ",
  "Chồng",
  "Cha mẹ",
  "Ông bà",
  "Con",
  "Bạn bè",
  "Thầy cô",
  oneself,
] as const;

/** Returns a choice as it stands within a sentence. A customer's own words stay as they are: they may begin with a name. */
export function withinSentence(text: string): string {
  const choices: readonly string[] = [...occasions, ...recipients];
  return choices.includes(text) ? text.charAt(0).toLocaleLowerCase("vi") + text.slice(1) : text;
}

/** Returns an occasion that was chosen; null for one in the customer's own words. */
export function knownOccasion(text: string | null): Occasion | null {
  return occasions.find((each) => each === text) ?? null;
}

const quietWords =
  /(?:^|\P{L})(?:tưởng nhớ|tưởng niệm|xin lỗi|tạ lỗi|giỗ|tang|chia buồn|tiễn biệt|vĩnh biệt)(?:\P{L}|$)/iu;

/** Whether cheerful words and pictures would hurt on an occasion: grief or regret, also in a customer's own words. */
export function isQuietOccasion(occasion: string | null): boolean {
  return quietWords.test((occasion ?? "").normalize("NFC"));
}
