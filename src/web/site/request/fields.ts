import type { ComponentProps } from "react";
import { budgetRules, firstError, type Rule, requestRules } from "#contract/rules.ts";
import type { Field } from "../../ui/field.tsx";

export const emptyValues = {
  customer_name: "",
  customer_phone: "",
  customer_email: "",
  request_content: "",
  occasion: "",
  recipient: "",
  mood: "",
  words_wanted: "",
  words_unwanted: "",
  name_pronunciation: "",
  budget: "",
};
export type Name = keyof typeof emptyValues;
export type Values = Record<Name, string>;
export const names = Object.keys(emptyValues) as Name[];

export interface RequestField
  extends Pick<
    ComponentProps<typeof Field>,
    "label" | "hint" | "type" | "autoComplete" | "inputMode" | "maxLength" | "placeholder" | "required"
  > {
  name: Name;
  /** A text area with this number of lines. */
  rows?: number;
}

export const contactFields: readonly RequestField[] = [
  { name: "customer_name", label: "Họ và tên *", autoComplete: "name", required: true },
  {
    name: "customer_phone",
    label: "Số điện thoại",
    type: "tel",
    autoComplete: "tel",
    placeholder: "Để trống cũng được",
  },
];

export const storyFields: readonly RequestField[] = [
  {
    name: "customer_email",
    label: "Email *",
    type: "email",
    autoComplete: "email",
    required: true,
  },
  {
    name: "request_content",
    label: "Nội dung yêu cầu *",
    hint: "Nên có: tặng ai, dịp gì, vài kỷ niệm thật, thể loại và giọng hát bạn thích.",
    rows: 7,
    required: true,
  },
];

/** Optional fields that help to write the song. */
export const briefFields: readonly RequestField[] = [
  { name: "occasion", label: "Dịp", placeholder: "Sinh nhật, ngày cưới...", maxLength: 200 },
  { name: "recipient", label: "Tặng ai", maxLength: 200 },
  { name: "mood", label: "Tâm trạng", placeholder: "Vui, nhớ nhung, trang trọng...", maxLength: 200 },
  { name: "budget", label: "Ngân sách dự kiến (VND)", inputMode: "numeric", placeholder: "500.000", maxLength: 20 },
  { name: "words_wanted", label: "Từ phải có", rows: 2, maxLength: 1000 },
  { name: "words_unwanted", label: "Từ không được có", rows: 2, maxLength: 1000 },
  {
    name: "name_pronunciation",
    label: "Cách đọc tên",
    hint: "Ví dụ: “Bảo Ny”, đọc là “Bảo Ni”.",
    rows: 2,
    maxLength: 500,
  },
];

const allFields: readonly RequestField[] = [...contactFields, ...storyFields, ...briefFields];

/** Returns a field's label without what only the form needs. */
export function plainLabel(name: string): string {
  const label = allFields.find((each) => each.name === name)?.label ?? name;
  return label.replace(/ (?:\*|\(VND\))$/, "");
}

const rules: Partial<Record<Name, readonly Rule[]>> = {
  customer_name: requestRules.customer_name,
  customer_phone: requestRules.customer_phone,
  customer_email: requestRules.customer_email,
  request_content: requestRules.request_content,
  budget: [(value) => firstError(budgetDigits(value), budgetRules)],
};

/** Returns the error message of a field's text. */
export function checkField(name: Name, value: string): string | undefined {
  return firstError(value.trim(), rules[name] ?? []);
}

/** Returns an amount as typed (`500.000 ₫`) without its currency and the separators of its thousands; any other separator stays. */
export function budgetDigits(value: string): string {
  const amount = value.replace(/\s*(?:₫|đ|VND)\s*$/i, "").trim();
  return /^\d{1,3}([.,\s])\d{3}(?:\1\d{3})*$/.test(amount) ? amount.replace(/\D/g, "") : amount;
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
