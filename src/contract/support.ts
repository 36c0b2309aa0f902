/** The ways to reach the team, as the floating widget offers them. */
import { z } from "zod";
import { contactValueError } from "./contact-link.ts";
import { Done, type Endpoints, IdParams, Time } from "./endpoint.ts";
import { address, name, optionalText, yesNo } from "./fields.ts";

export const contactTypes = ["phone", "zalo", "messenger", "telegram", "email", "request", "other"] as const;
export const ContactType = z.enum(contactTypes, "Loại liên lạc không hợp lệ");
export type ContactType = z.output<typeof ContactType>;

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

/** What visitors see of a contact. */
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

/** All of a contact, as the administrator keeps it. */
export const KeptContact = SupportContact.extend({
  is_active: z.boolean(),
  sort_order: z.int(),
  /** For the team; visitors don't see it. */
  description: z.string().nullable(),
  created_at: Time,
}).meta({ id: "KeptContact" });
export type KeptContact = z.output<typeof KeptContact>;

const placeRule = "Thứ tự phải là số nguyên không âm";
const contactFields = {
  name: name(100, "Vui lòng nhập tên"),
  type: z.enum(contactTypes, {
    error: ({ input }) => (input === undefined ? "Vui lòng chọn loại liên lạc" : "Loại liên lạc không hợp lệ"),
  }),
  value: name(500, "Vui lòng nhập giá trị"),
  icon_url: address(2000),
  color: ContactColor,
  is_active: yesNo,
  sort_order: z.int(placeRule).min(0, placeRule).max(1_000_000, "Thứ tự không được lớn hơn 1.000.000"),
  description: optionalText(1000),
};

/** What its value is checked against, whatever else is amiss. */
const Reached = z.object({ type: contactFields.type.default("phone"), value: contactFields.value });

/** A new contact; its value must suit its type. */
export const ContactBody = z
  .object({
    ...contactFields,
    type: Reached.shape.type,
    color: ContactColor.default("blue-500"),
    is_active: yesNo.default(true),
    sort_order: contactFields.sort_order.default(0),
  })
  .refine((contact) => contactValueError(contact) === undefined, {
    path: ["value"],
    error: ({ input }) => contactValueError(Reached.parse(input)),
    when: ({ value }) => Reached.safeParse(value).success,
  });
export type ContactBody = z.output<typeof ContactBody>;
/** A change keeps what it does not name. */
export const ContactChange = z.object(contactFields).partial();
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
    access: "admin",
    tag,
    summary: "Tất cả cách liên hệ, theo thứ tự hiển thị",
    reply: z.object({ items: z.array(KeptContact), total: z.int() }),
  },
  "POST /api/admin/support": {
    access: "admin",
    tag,
    summary: "Thêm một cách liên hệ",
    body: ContactBody,
    reply: KeptContact,
    status: 201,
  },
  "PUT /api/admin/support/{id}": {
    access: "admin",
    tag,
    summary: "Sửa một cách liên hệ",
    params: IdParams,
    body: ContactChange,
    reply: KeptContact,
  },
  "DELETE /api/admin/support/{id}": {
    access: "admin",
    tag,
    summary: "Xóa một cách liên hệ",
    params: IdParams,
    reply: Done,
  },
  "PATCH /api/admin/support/{id}/toggle-status": {
    access: "admin",
    tag,
    summary: "Bật hoặc tắt một cách liên hệ",
    params: IdParams,
    reply: KeptContact,
  },
} as const satisfies Endpoints;
