import type { BinFacts } from "#contract/bin.ts";
import { groupedNumber } from "../../lib/format.ts";

type Counted = Exclude<keyof BinFacts, "has_second_factor">;

const labels: Readonly<Record<Counted, string>> = {
  likes: "lượt thích",
  plays: "lượt nghe",
  genres: "thể loại",
  requests: "yêu cầu sáng tác",
  open_requests: "yêu cầu đang mở",
  users: "người dùng có Premium từ gói này",
};

/** Returns what goes with a record, in words: `12 lượt thích`. */
export function factTexts({ has_second_factor, ...facts }: BinFacts): string[] {
  const texts = (Object.keys(labels) as Counted[]).flatMap((name) => {
    const count = facts[name] ?? 0;
    return count > 0 ? `${groupedNumber(count)} ${labels[name]}` : [];
  });
  return has_second_factor ? [...texts, "xác thực hai bước"] : texts;
}
