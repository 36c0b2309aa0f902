import { describe, expect, test } from "vitest";
import type { CustomerRequest } from "#contract/requests.ts";
import { aRequest, aSongVersion, aUserRequest } from "#test/component/requests.ts";
import { aPayment } from "#test/component/sales.ts";
import { dueOf, nextStepOf, phaseOf, requestBadges, shortDueOf, stepsOf, titleFor } from "./request-state.ts";

const time = "2026-05-04T08:00:00.000Z";
const now = Date.parse(time);
const finished = (fields: Partial<CustomerRequest> = {}) =>
  aRequest({ status: "completed", is_assigned: true, completed_at: time, songs: [aSongVersion()], ...fields });
const unpaid = (fields: Partial<CustomerRequest> = {}) =>
  finished({ accepted_at: time, payment: aPayment(), ...fields });
const paid = (fields: Partial<CustomerRequest> = {}) =>
  finished({ accepted_at: time, paid_at: time, download_url: "/files/song.mp3", ...fields });

const waiting = ["Bài hát xong upcoming", "Bạn nghe và đồng ý upcoming", "Thanh toán upcoming", "Tải bài hát upcoming"];
const done = ["Đã thực hiện done", `Bài hát đã xong done ${time}`];
const agreed = [...done, `Bạn đã đồng ý done ${time}`];
const due = "Muộn nhất thứ tư, 06/05/2026";

test.each<[string, CustomerRequest, string[], RegExp, string | undefined]>([
  [
    "new",
    aRequest(),
    ["Chờ người thực hiện current", ...waiting],
    /^Chúng tôi đã nhận câu chuyện của bạn và sẽ bắt tay vào viết\./,
    due,
  ],
  [
    "claimed",
    aRequest({ is_assigned: true }),
    ["Đang thực hiện current", ...waiting],
    /^Bài hát của bạn đang được viết\. Khi bài xong, chúng tôi báo qua email lan@example\.com\./,
    due,
  ],
  [
    "processing",
    aRequest({ status: "processing" }),
    ["Đang thực hiện current", ...waiting],
    /^Bài hát của bạn đang được viết\./,
    due,
  ],
  [
    "being changed",
    finished({ status: "processing" }),
    ["Đang sửa bài hát current", ...waiting],
    /^Chúng tôi đang sửa bài hát\./,
    due,
  ],
  [
    "completed without a song",
    finished({ songs: [] }),
    [...done, "Bạn nghe và đồng ý current", ...waiting.slice(2)],
    /^Bài hát đã xong và sẽ có trên trang này\./,
    undefined,
  ],
  [
    "completed",
    finished(),
    [...done, "Bạn nghe và đồng ý current", ...waiting.slice(2)],
    /^Bạn nghe thử miễn phí\. Hài lòng thì nhận bài với giá 299\.000\s₫, chưa ưng thì cho chúng tôi biết cần sửa gì\.$/,
    undefined,
  ],
  [
    "accepted",
    unpaid(),
    [...agreed, "Thanh toán current", "Tải bài hát upcoming"],
    /^Bạn chuyển khoản theo thông tin trên trang này\./,
    undefined,
  ],
  [
    "paid",
    paid(),
    [...agreed, `Đã thanh toán done ${time}`, "Bài hát sẵn sàng để tải done"],
    /^Cảm ơn bạn!/,
    undefined,
  ],
  [
    "accepted for nothing",
    paid({ paid_at: null, agreed_price: 0 }),
    [...agreed, "Không cần thanh toán done", "Bài hát sẵn sàng để tải done"],
    /^Cảm ơn bạn!/,
    undefined,
  ],
  ["cancelled", aRequest({ status: "cancelled" }), ["Đã hủy failed"], /^Yêu cầu này đã hủy\./, undefined],
])("a request that is %s has its steps, the next one and the due day", (_, request, steps, next, dueText) => {
  expect(stepsOf(request).map(({ label, state, time: at }) => [label, state, at].filter(Boolean).join(" "))).toEqual([
    "Đã nhận yêu cầu done 2026-05-01T08:00:00.000Z",
    ...steps,
  ]);
  expect(nextStepOf(request)).toMatch(next);
  expect(dueOf(request, now)).toBe(dueText);
});

test.each([
  ["email", "Khi bài xong, chúng tôi báo qua email lan@example.com. Bạn nhớ xem cả hộp thư rác nhé."],
  ["zalo", "Khi bài xong, chúng tôi nhắn Zalo đến số 0901234567."],
  [null, "Khi bài xong, bạn nghe được ngay trên trang này, nên bạn lưu địa chỉ lại và ghé xem nhé."],
] as const)("the next step promises a message where the site sends one: %s", (news_channel, news) => {
  expect(nextStepOf(aRequest({ news_channel, customer_phone: "0901234567" }))).toBe(
    `Chúng tôi đã nhận câu chuyện của bạn và sẽ bắt tay vào viết. ${news}`,
  );
});

describe("a due day that is over", () => {
  const late = { due_at: "2026-05-04T07:59:59.000Z" };

  test("is regretted", () => {
    expect(dueOf(aRequest(late), now)).toBe(
      "Trễ hạn thứ hai, 04/05/2026, chúng tôi xin lỗi và đang gấp rút hoàn thành",
    );
  });

  test("is nothing to a cancelled request", () => {
    expect(dueOf(aRequest({ ...late, status: "cancelled" }), now)).toBeUndefined();
  });
});

test.each([
  [{}, "Chờ thực hiện"],
  [{ is_assigned: true }, "Đang thực hiện"],
  [{ status: "processing", has_song: true }, "Đang sửa"],
  [{ status: "completed" }, "Đã xong"],
  [{ status: "completed", has_song: true }, "Chờ bạn nghe"],
  [{ status: "completed", has_song: true, accepted_at: time }, "Chờ thanh toán"],
  [{ status: "completed", has_song: true, accepted_at: time, paid_at: time }, "Đã nhận bài hát"],
  [{ status: "completed", has_song: true, accepted_at: time, agreed_price: 0 }, "Đã nhận bài hát"],
  [{ status: "cancelled" }, "Đã hủy"],
] as const)("a request with %j is listed as %s, with its due day while it is worked on", (fields, label) => {
  const request = aUserRequest({ due_at: "2999-11-23T05:00:00.000Z", ...fields });
  expect(requestBadges[phaseOf(request)].label).toBe(label);
  const isOpen = ["Chờ thực hiện", "Đang thực hiện", "Đang sửa"].includes(label);
  expect(shortDueOf(request)).toBe(isOpen ? "muộn nhất 23/11/2999" : undefined);
});

test.each([
  ["Kỷ niệm", "Cha mẹ", "Bài hát kỷ niệm tặng cha mẹ"],
  ["Tưởng nhớ", "Ông bà", "Bài hát tưởng nhớ ông bà"],
  ["Xin lỗi", "Vợ", "Bài hát xin lỗi vợ"],
  ["Sinh nhật", "Chính tôi", "Bài hát sinh nhật của bạn"],
  ["Công ty", null, "Bài hát công ty"],
  ["Giỗ ông", "Cô Ba", "Bài hát dịp Giỗ ông tặng Cô Ba"],
  [null, "Thầy cô", "Bài hát tặng thầy cô"],
  [null, "Chính tôi", "Bài hát của bạn"],
  [null, null, "Bài hát của bạn"],
])("a song for the occasion %s and the recipient %s is called %s", (occasion, recipient, title) => {
  expect(titleFor({ occasion, recipient })).toBe(title);
});
