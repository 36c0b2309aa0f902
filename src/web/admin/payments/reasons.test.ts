import { expect, test } from "vitest";
import { isGuess } from "#contract/payments.ts";
import { aPayable, aSuggestion, aTransferDetail } from "#test/component/payments.ts";
import { doubtOf, reasonsOf } from "./reasons.ts";

const guess = {
  code_distance: null,
  is_same_amount: true,
  is_same_name: false,
  is_similar_name: false,
  is_known_payer: false,
};

test.each([
  [{ code_distance: 0 }, ["Đúng mã", "Đúng số tiền"], false],
  [{ code_distance: 2, is_same_amount: false }, ["Mã lệch 2 ký tự"], false],
  [{ is_same_name: true }, ["Trùng tên người gửi", "Đúng số tiền"], false],
  [{ is_similar_name: true }, ["Tên gần giống người gửi", "Đúng số tiền"], false],
  [{ is_known_payer: true, is_same_amount: false }, ["Tài khoản này từng trả cho khách"], false],
  [{}, ["Đúng số tiền"], true],
])("%j has the reasons %j, a guess: %s", (fields, reasons, isOne) => {
  const one = aSuggestion({ ...guess, ...fields });
  expect([reasonsOf(one), isGuess(one)]).toEqual([reasons, isOne]);
});

const payable = aPayable({ code: "HM2345678K", customer_name: "Dương Quốc Hùng" });
const ended = { ...payable, is_ended: true, state_text: "Hết hạn" };
const stranger = { code: null, sender_name: "BUI THANH NGA", memo: "chuyen tien" };

test.each([
  ["another name", stranger, payable, "Người gửi BUI THANH NGA, đơn HM2345678K của Dương Quốc Hùng."],
  ["no name", { ...stranger, sender_name: null }, payable, "Không rõ người gửi, đơn HM2345678K của Dương Quốc Hùng."],
  [
    "another name and an ended order",
    stranger,
    ended,
    "Người gửi BUI THANH NGA, đơn HM2345678K của Dương Quốc Hùng (Hết hạn).",
  ],
  ["the sender's name", { ...stranger, sender_name: "DUONG QUOC HUNG" }, payable, undefined],
  ["the name in the memo", { ...stranger, memo: "duong quoc hung ck" }, payable, undefined],
  ["the code", { ...stranger, code: "HM2345678K" }, payable, undefined],
  [
    "the code of an ended order",
    { ...stranger, code: "HM2345678K" },
    ended,
    "Đơn HM2345678K của Dương Quốc Hùng đã ở trạng thái “Hết hạn”.",
  ],
])("%s: asks %4$s", (_, fields, one, question) => {
  expect(doubtOf(aTransferDetail(fields), one)).toBe(question);
});

test("a name that is only like the sender's does not speak for the order", () => {
  const detail = aTransferDetail({
    ...stranger,
    suggestions: [aSuggestion({ ...payable, ...guess, is_similar_name: true })],
  });
  expect(doubtOf(detail, payable)).toBe("Người gửi BUI THANH NGA, đơn HM2345678K của Dương Quốc Hùng.");
});

test("an account that paid for the customer before speaks for the order", () => {
  const detail = aTransferDetail({
    ...stranger,
    suggestions: [aSuggestion({ ...payable, ...guess, is_known_payer: true })],
  });
  expect(doubtOf(detail, payable)).toBeUndefined();
});

test("an account that paid for the customer before says nothing where the transfer names another one", () => {
  const known = aSuggestion({ ...payable, ...guess, is_known_payer: true });
  const named = aSuggestion({
    ...guess,
    id: 9,
    customer_name: "Bùi Thanh Nga",
    is_same_name: true,
    is_known_payer: true,
  });
  const detail = aTransferDetail({ ...stranger, suggestions: [named, known] });
  expect(doubtOf(detail, known)).toBe("Người gửi BUI THANH NGA, đơn HM2345678K của Dương Quốc Hùng.");
  expect(doubtOf(detail, named)).toBeUndefined();
});
