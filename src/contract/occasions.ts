/** The occasions that customers choose from; free of zod, since public pages load them. Customers may write one of their own. */
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

/** Returns an occasion that was chosen; null for one in the customer's own words. */
export function knownOccasion(text: string | null): Occasion | null {
  return occasions.find((each) => each === text) ?? null;
}
