import { type IconNode, Link2, Mail, MessageCircleMore, MessagesSquare, NotebookPen, Phone, Send } from "lucide";
import type { ContactColor, SupportContact } from "#contract/support.ts";

interface Look {
  icon: IconNode;
  color: ContactColor;
  /** Text of types whose value is not readable. */
  about: string;
}

const looks: Record<SupportContact["type"], Look> = {
  phone: { icon: Phone, color: "green-500", about: "Gọi điện" },
  zalo: { icon: MessageCircleMore, color: "blue-500", about: "Nhắn tin qua Zalo" },
  messenger: { icon: MessagesSquare, color: "indigo-500", about: "Nhắn tin qua Messenger" },
  telegram: { icon: Send, color: "blue-500", about: "Nhắn tin qua Telegram" },
  email: { icon: Mail, color: "red-500", about: "Viết thư" },
  request: { icon: NotebookPen, color: "purple-500", about: "Gửi yêu cầu đặt bài hát" },
  other: { icon: Link2, color: "gray-500", about: "Mở liên kết" },
};

export const contactInk = "#fff8ec";

/** Backgrounds by colour name. `contactInk` has a contrast of at least 4.5 on each. */
export const contactPaint: Record<ContactColor, string> = {
  "blue-500": "#2d6187",
  "green-500": "#2f6b48",
  "red-500": "#a3193f",
  "purple-500": "#6d4180",
  "yellow-500": "#87590a",
  "pink-500": "#a83268",
  "indigo-500": "#434f96",
  "gray-500": "#66534a",
};

/** Returns icon, colour and text of a contact. */
export function lookOf({ type, value, color }: Pick<SupportContact, "type" | "value" | "color">) {
  const look = looks[type];
  const about = type === "phone" || type === "email" ? value.replace(/^(tel|mailto):/i, "") : look.about;
  const shownColor = color ?? look.color;
  return { icon: look.icon, color: shownColor, paint: contactPaint[shownColor], about };
}
