import { describe, expect, it } from "vitest";
import { endNotice, premiumTime, premiumWords, timeLeft } from "./premium-time.ts";

const hour = 60 * 60_000;
const day = 24 * hour;
const end = "2026-11-29T05:00:00.000Z";
const at = (ms: number) => Date.parse(end) + ms;
const member = { is_premium: true, subscription_type: "premium", premium_expires_at: end } as const;
const former = { ...member, is_premium: false };

describe("premiumTime", () => {
  it.each([
    [{ is_premium: false, subscription_type: "free", premium_expires_at: null }, { state: "free" }],
    [{ ...member, premium_expires_at: null }, { state: "lifetime" }],
    [member, { state: "active", expiresAt: end, msLeft: day }],
  ] as const)("of %j is %j", (user, expected) => {
    expect(premiumTime(user, at(-day))).toEqual(expected);
  });

  it("has ended once the server says so, whatever the browser's clock says", () => {
    expect(premiumTime(member, at(day))).toEqual({ state: "active", expiresAt: end, msLeft: 0 });
    expect(premiumTime(former, at(-day))).toEqual({ state: "ended", expiresAt: end, msSince: 0 });
  });
});

it.each([
  [12.9 * day, "còn 12 ngày"],
  [2 * day, "còn 2 ngày"],
  [2 * day - 1, "còn 47 giờ"],
  [hour, "còn 1 giờ"],
  [hour - 1, "còn chưa đầy một giờ"],
])("timeLeft of %d ms is %s", (ms, expected) => {
  expect(timeLeft(ms)).toBe(expected);
});

describe("endNotice", () => {
  it.each([
    [member, -7 * day, "Premium của bạn còn 7 ngày, đến 29/11/2026 12:00."],
    [member, -hour, "Premium của bạn còn 1 giờ, đến 29/11/2026 12:00."],
    [former, 0, "Premium của bạn đã hết hạn lúc 29/11/2026 12:00."],
    [former, 7 * day, "Premium của bạn đã hết hạn lúc 29/11/2026 12:00."],
    [member, -7 * day - 1, undefined],
    [former, 7 * day + 1, undefined],
    [{ ...member, premium_expires_at: null }, 0, undefined],
    [{ is_premium: false, subscription_type: "free", premium_expires_at: null } as const, 0, undefined],
  ])("for %j at %d ms from the end is %s", (user, ms, expected) => {
    expect(endNotice(premiumTime(user, at(ms)))).toBe(expected);
  });
});

it.each([
  [
    { is_premium: false, subscription_type: "free", premium_expires_at: null },
    {
      badge: "Miễn phí",
      text: "Có Premium, bạn nghe được mọi bài hát và tải về máy.",
      link: "Xem các gói Premium",
    },
  ],
  [
    member,
    {
      badge: "Premium",
      text: "Đến 29/11/2026 12:00, còn 12 ngày. Gia hạn sớm thì thời gian được cộng dồn.",
      link: "Gia hạn",
    },
  ],
  [former, { badge: "Đã hết hạn", text: "Premium của bạn đã hết hạn lúc 29/11/2026 12:00.", link: "Gia hạn" }],
  [
    { ...member, premium_expires_at: null },
    { badge: "Premium vĩnh viễn", text: "Premium của bạn không có ngày hết hạn." },
  ],
] as const)("premiumWords of %j are %j", (user, words) => {
  expect(premiumWords(premiumTime(user, at(-12 * day)))).toEqual(words);
});
