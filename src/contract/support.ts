/** The ways to reach the team, as the floating widget offers them. */
import { z } from "zod";
import type { Endpoints } from "./endpoint.ts";

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

export const support = {
  "GET /api/admin/support/public/active": {
    access: "public",
    tag: "Liên hệ hỗ trợ",
    summary: "Các cách liên hệ đang bật, theo thứ tự hiển thị",
    reply: z.array(SupportContact),
    counted: true,
  },
} as const satisfies Endpoints;
