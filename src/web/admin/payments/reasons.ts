/** Why an order or a request may be what a transfer pays, and what speaks against it. */
import { namesOf } from "#contract/payer.ts";
import type { Payable, PayableSuggestion, TransferDetail } from "#contract/payments.ts";

/** Returns the reasons of a suggestion, the strongest first. */
export function reasonsOf(one: PayableSuggestion): string[] {
  const { code_distance, is_same_amount, is_same_name, is_similar_name, is_known_payer } = one;
  return [
    code_distance === 0 && "Đúng mã",
    code_distance !== null && code_distance > 0 && `Mã lệch ${code_distance} ký tự`,
    is_same_name && "Trùng tên người gửi",
    is_similar_name && "Tên gần giống người gửi",
    is_known_payer && "Tài khoản này từng trả cho khách",
    is_same_amount && "Đúng số tiền",
  ].filter((reason) => reason !== false);
}

/**
 * Returns what to ask before money of a transfer is attached, in words that name both sides: the order has ended, or neither its code nor the
 * payer speaks for it. An account that paid for the customer before says nothing where the transfer names another one. Undefined where nothing
 * is to be asked.
 */
export function doubtOf(detail: TransferDetail, payable: Payable): string | undefined {
  const { customer_name, code, is_ended, state_text } = payable;
  const suggestion = detail.suggestions.find((one) => one.kind === payable.kind && one.id === payable.id);
  const isCoded = detail.code === code || suggestion?.code_distance === 0;
  const namesAnother = detail.suggestions.some((one) => one.is_same_name);
  const isPayer = namesOf(detail)(customer_name) || (suggestion?.is_known_payer && !namesAnother);
  if (isCoded || isPayer)
    return is_ended ? `Đơn ${code} của ${customer_name} đã ở trạng thái “${state_text}”.` : undefined;
  const sender = detail.sender_name ? `Người gửi ${detail.sender_name}` : "Không rõ người gửi";
  return `${sender}, đơn ${code} của ${customer_name}${is_ended ? ` (${state_text})` : ""}.`;
}
