import { describe, expect, it } from "vitest";
import { agoTime, isoDay, shortDate, shortDateTime, weekdayDate } from "./dates.ts";

describe("agoTime", () => {
  const now = Date.parse("2026-11-21T12:00:00.000Z");
  it.each([
    [-5, "vừa xong"],
    [0, "vừa xong"],
    [59, "vừa xong"],
    [60, "1 phút trước"],
    [3599, "59 phút trước"],
    [3600, "1 giờ trước"],
    [86_399, "23 giờ trước"],
    [86_400, "1 ngày trước"],
    [30 * 86_400, "30 ngày trước"],
  ])("formats an age of %d seconds as %s", (seconds, text) =>
    expect(agoTime(new Date(now - seconds * 1000).toISOString(), now)).toBe(text));
});

describe("dates", () => {
  it("are Vietnam's in every time zone of the machine", () => {
    expect(shortDate("2026-11-20T16:59:59Z")).toBe("20/11/2026");
    expect(shortDate("2026-11-20T17:00:00Z")).toBe("21/11/2026");
    expect(isoDay(Date.parse("2026-11-20T17:00:00Z"))).toBe("2026-11-21");
    expect(shortDateTime("2026-12-31T17:05:00.123Z")).toBe("01/01/2027 00:05");
    expect(weekdayDate("2026-11-21T16:59:59Z")).toBe("thứ bảy, 21/11/2026");
    expect(weekdayDate("2026-11-21T17:00:00Z")).toBe("chủ nhật, 22/11/2026");
  });
});
