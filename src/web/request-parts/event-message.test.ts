import { expect, it } from "vitest";
import { aRequestEvent } from "#test/component/requests.ts";
import { eventMessage } from "./event-message.ts";

const staff = { actor: "staff", actor_name: "Minh Anh" } as const;

it.each([
  [{}, "Khách gửi yêu cầu"],
  [{ kind: "claimed", ...staff }, "Minh Anh nhận yêu cầu"],
  [{ kind: "claimed", actor: "staff" }, "Nhân viên nhận yêu cầu"],
  [{ kind: "assigned", actor: "admin", text: "Minh Anh" }, "Quản trị viên giao yêu cầu cho Minh Anh"],
  [{ kind: "released", actor: "system" }, "Hệ thống trả yêu cầu về danh sách chung"],
  [{ kind: "status_changed", ...staff, text: "completed" }, "Minh Anh chuyển trạng thái thành Hoàn thành"],
  [{ kind: "song_attached", ...staff, version: 2 }, "Minh Anh gắn bản 2"],
  [{ kind: "changes_requested", version: 2, second: 65 }, "Khách muốn sửa bản 2, ở 1:05"],
  [{ kind: "changes_requested", version: 2, second: 0 }, "Khách muốn sửa bản 2, ở 0:00"],
  [{ kind: "changes_requested", version: null }, "Khách muốn sửa bản nhạc"],
  [{ kind: "accepted", version: 2 }, "Khách đồng ý với bản 2"],
  [{ kind: "price_changed", actor: "admin", amount: 499_000 }, "Quản trị viên đặt giá thỏa thuận 499.000 VND"],
  [{ kind: "paid", actor: "admin" }, "Quản trị viên ghi nhận đã thanh toán"],
  [{ kind: "payment_withdrawn", actor: "admin" }, "Quản trị viên bỏ ghi nhận thanh toán"],
  [{ kind: "consent_given" }, "Khách cho phép đưa bài hát vào thư viện"],
  [{ kind: "consent_withdrawn" }, "Khách thôi cho phép đưa bài hát vào thư viện"],
  [{ kind: "message_sent" }, "Khách nhắn tin"],
  [{ kind: "message_sent", ...staff }, "Minh Anh nhắn tin"],
  [{ kind: "lyrics_sent", ...staff, version: 2 }, "Minh Anh gửi lời bản 2 cho khách duyệt"],
  [{ kind: "lyrics_withdrawn", ...staff, version: 2 }, "Minh Anh thu hồi lời bản 2"],
  [{ kind: "lyrics_changes_wanted", version: 1 }, "Khách góp ý lời bản 1"],
  [{ kind: "lyrics_agreed", version: 2 }, "Khách đồng ý với lời bản 2"],
  [{ kind: "published", actor: "admin" }, "Quản trị viên đưa bài hát vào thư viện"],
] as const)("the message of %j is %j", (fields, text) => {
  const { actor, action } = eventMessage(aRequestEvent(fields));
  expect(`${actor} ${action}`).toBe(text);
});

it("quotes the words of a customer who wants changes, and no other text", () => {
  const text = "Hát chậm hơn";
  expect(eventMessage(aRequestEvent({ kind: "changes_requested", text })).quote).toBe(text);
  expect(eventMessage(aRequestEvent({ kind: "assigned", text })).quote).toBeUndefined();
});
