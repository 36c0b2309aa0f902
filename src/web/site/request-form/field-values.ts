/** The values of the form: their rules, and what is sent of them. */
import { amountRules, budgetRules, firstError, type Rule, requestRules } from "#contract/rules.ts";
import { type Name, names, type Values } from "./fields.ts";

const rules: Partial<Record<Name, readonly Rule[]>> = {
  customer_name: requestRules.customer_name,
  customer_phone: requestRules.customer_phone,
  customer_email: requestRules.customer_email,
  request_content: requestRules.request_content,
  budget: [
    (value) => {
      const message = firstError(budgetDigits(value), budgetRules);
      return message === amountRules.notWhole ? "Bạn ghi số tiền, ví dụ: 500.000, 500k hoặc 1,5 triệu" : message;
    },
  ],
};

/** Returns the error message of a field's text. */
export function checkField(name: Name, value: string): string | undefined {
  return firstError(value.trim(), rules[name] ?? []);
}

/** One or two decimals: three digits after a separator may be meant as thousands, and are asked for again. */
const thousand = /^(\d{1,9}(?:[.,]\d{1,2})?)\s*(?:k|nghìn|ngàn)$/i;
/** The digits after the unit are tenths and so on: `1tr5` is one and a half. */
const million = /^(\d{1,6}(?:[.,]\d{1,2})?)\s*(?:tr|triệu)\s*(\d{1,3}|rưỡi)?$/i;

/**
 * Returns an amount as typed (`500.000 ₫`, `500k`, `1,5 triệu`, `1tr5`) in digits. A text that is no such amount is returned without its
 * currency.
 */
export function budgetDigits(value: string): string {
  const amount = value
    .normalize("NFC")
    .trim()
    .replace(/\s*(?:₫|đồng|đ|VNĐ|VND)$/i, "");
  if (/^\d{1,3}([.,\s])\d{3}(?:\1\d{3})*$/.test(amount)) return amount.replace(/\D/g, "");
  const [, thousands] = thousand.exec(amount) ?? [];
  if (thousands) return timesUnit(thousands, 1000);
  const [, millions, rest] = million.exec(amount) ?? [];
  if (millions === undefined) return amount;
  if (rest === undefined) return timesUnit(millions, 1_000_000);
  return /\D/.test(millions) ? amount : timesUnit(`${millions}.${rest === "rưỡi" ? 5 : rest}`, 1_000_000);
}

function timesUnit(number: string, unit: number): string {
  return String(Math.round(Number(number.replace(",", ".")) * unit));
}

/** Returns the trimmed texts that are sent: those that are given. */
export function textsOf(values: Values): Partial<Values> {
  const texts: Partial<Values> = {};
  for (const name of names) {
    const text = name === "budget" ? budgetDigits(values.budget) : values[name].trim();
    if (text !== "") texts[name] = text;
  }
  return texts;
}
