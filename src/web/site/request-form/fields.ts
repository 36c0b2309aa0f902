/** The fields of the form: what they are called. Their values are in `field-values.ts`, which the page of a sent request does not load. */
import type { ComponentProps } from "react";
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
  { name: "budget", label: "Ngân sách dự kiến (VND)", placeholder: "500.000 hoặc 1,5 triệu", maxLength: 20 },
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
