/** The fields of the form: what they are called. Their values are in `field-values.ts`. */
import type { ComponentProps } from "react";
import { briefLabels } from "#contract/request-brief.ts";
import type { Field } from "../../ui/field.tsx";

export const emptyValues = {
  customer_name: "",
  customer_phone: "",
  customer_email: "",
  request_content: "",
  occasion: "",
  recipient: "",
  mood: "",
  voice: "",
  genre: "",
  tempo: "",
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
  {
    name: "customer_email",
    label: "Email *",
    type: "email",
    autoComplete: "email",
    required: true,
  },
];

/** Below the others, folded. */
export const moreFields: readonly RequestField[] = [
  { name: "words_wanted", label: briefLabels.words_wanted, rows: 2, maxLength: 1000 },
  { name: "words_unwanted", label: briefLabels.words_unwanted, rows: 2, maxLength: 1000 },
  {
    name: "name_pronunciation",
    label: briefLabels.name_pronunciation,
    hint: "Ví dụ: “Bảo Ny”, đọc là “Bảo Ni”.",
    rows: 2,
    maxLength: 500,
  },
  { name: "budget", label: "Ngân sách dự kiến (VND)", placeholder: "500.000 hoặc 1,5 triệu", maxLength: 20 },
];

const otherLabels: Partial<Record<Name, string>> = { ...briefLabels, request_content: "Nội dung yêu cầu" };

/** Returns a field's label without what only the form needs. */
export function plainLabel(name: string): string {
  const field = [...contactFields, ...moreFields].find((each) => each.name === name);
  const label = field?.label ?? otherLabels[name as Name] ?? name;
  return label.replace(/ (?:\*|\(VND\))$/, "");
}
