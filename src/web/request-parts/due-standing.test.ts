import { describe, expect, it } from "vitest";
import { standingOf } from "./due-standing.ts";

const due_at = "2026-05-06T10:00:00.000Z";
const hour = 60 * 60_000;
const at = (hours: number, status: "new" | "processing" | "completed" | "cancelled" = "processing") =>
  standingOf({ status, due_at, waiting_since: null }, Date.parse(due_at) + hours * hour);

describe("standingOf", () => {
  it.each([
    [-24 * 6, { label: "Còn 3 ngày làm việc" }],
    [-25, { label: "Còn 1 ngày làm việc" }],
    [-10, { label: "Đến hạn hôm nay", kind: "warning" }],
    [1, { label: "Trễ hạn", kind: "danger" }],
    [49, { label: "Trễ 2 ngày", kind: "danger" }],
  ])("%d hours after the due time is %j", (hours, standing) => expect(at(hours)).toEqual(standing));

  it("of a request whose lyrics wait says that its clock stands still, also when it was late", () => {
    const request = { status: "processing", due_at, waiting_since: "2026-05-08T10:00:00.000Z" } as const;
    const standing = standingOf(request, Date.parse(due_at) + 49 * hour);
    expect(standing).toEqual({ label: "Chờ khách duyệt lời từ 08/05/2026" });
  });

  it.each(["completed", "cancelled"] as const)("of a request that is %s is nothing", (status) => {
    expect(at(49, status)).toBeUndefined();
  });
});
