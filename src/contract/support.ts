/** Support contacts of the floating widget. */
import { z } from "zod";
import { contactTypes, contactValueError } from "./contact-link.ts";
import { Done, type Endpoints, IdParams, Time } from "./endpoint.ts";
import { name, optionalText, pageUrl, yesNo } from "./fields.ts";
import { SeenVersion, Version } from "./version.ts";

export const ContactType = z.enum(contactTypes, "Loại liên lạc không hợp lệ");

export const contactColors = [
  "blue-500",
  "green-500",
  "red-500",
  "purple-500",
  "yellow-500",
  "pink-500",
  "indigo-500",
  "gray-500",
] as const;
export const ContactColor = z.enum(contactColors, "Màu không hợp lệ");
export type ContactColor = z.output<typeof ContactColor>;

/** The public view of a contact. */
export const SupportContact = z
  .object({
    id: z.int(),
    name: z.string(),
    type: ContactType,
    value: z.string(),
    icon_url: z.string().nullable(),
    color: ContactColor.nullable(),
  })
  .meta({ id: "SupportContact" });
export type SupportContact = z.output<typeof SupportContact>;

/** The administrator's view of a contact. */
export const AdminContact = SupportContact.extend({
  is_active: z.boolean(),
  sort_order: z.int(),
  /** Internal note, not public. */
  description: z.string().nullable(),
  created_at: Time,
  version: Version,
}).meta({ id: "AdminContact" });
export type AdminContact = z.output<typeof AdminContact>;

const placeRule = "Thứ tự phải là số nguyên không âm";
const contactFields = {
  name: name(100, "Vui lòng nhập tên"),
  type: z.enum(contactTypes, {
    error: ({ input }) => (input === undefined ? "Vui lòng chọn loại liên lạc" : "Loại liên lạc không hợp lệ"),
  }),
  value: name(500, "Vui lòng nhập giá trị"),
  icon_url: pageUrl(2000),
  color: ContactColor,
  is_active: yesNo,
  sort_order: z.int(placeRule).min(0, placeRule).max(1_000_000, "Thứ tự không được lớn hơn 1.000.000"),
  description: optionalText(1000),
};

/** Type and value, which are checked together even when other fields are invalid. */
const TypedValue = z.object({ type: contactFields.type.default("phone"), value: contactFields.value });

/** A new contact; its value must suit its type. */
export const ContactBody = z
  .object({
    ...contactFields,
    type: TypedValue.shape.type,
    color: ContactColor.default("blue-500"),
    is_active: yesNo.default(true),
    sort_order: contactFields.sort_order.default(0),
  })
  .refine((contact) => contactValueError(contact) === undefined, {
    path: ["value"],
    error: ({ input }) => contactValueError(TypedValue.parse(input)),
    when: ({ value }) => TypedValue.safeParse(value).success,
  });
export type ContactBody = z.output<typeof ContactBody>;
/** Fields that are left out keep their values. */
export const ContactChange = z.object(contactFields).partial().extend({ version: SeenVersion });
export type ContactChange = z.output<typeof ContactChange>;

const tag = "Liên hệ hỗ trợ";

export const support = {
  "GET /api/admin/support/public/active": {
    access: "public",
    tag,
    summary: "Các cách liên hệ đang bật, theo thứ tự hiển thị",
    reply: z.array(SupportContact),
    counted: true,
  },
  "GET /api/admin/support": {
    access: ["admin"],
    tag,
    summary: "Tất cả cách liên hệ, theo thứ tự hiển thị",
    reply: z.object({ items: z.array(AdminContact), total: z.int() }),
  },
  "POST /api/admin/support": {
    access: ["admin"],
    tag,
    summary: "Thêm một cách liên hệ",
    body: ContactBody,
    confirmed: true,
    reply: AdminContact,
    status: 201,
  },
  "PUT /api/admin/support/{id}": {
    access: ["admin"],
    tag,
    summary: "Sửa một cách liên hệ",
    params: IdParams,
    body: ContactChange,
    confirmed: true,
    reply: AdminContact,
  },
  "DELETE /api/admin/support/{id}": {
    access: ["admin"],
    tag,
    summary: "Xóa một cách liên hệ",
    params: IdParams,
    confirmed: true,
    reply: Done,
  },
  "PATCH /api/admin/support/{id}/toggle-status": {
    access: ["admin"],
    tag,
    summary: "Bật hoặc tắt một cách liên hệ",
    params: IdParams,
    confirmed: true,
    reply: AdminContact,
  },
} as const satisfies Endpoints;
