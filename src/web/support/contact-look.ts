/** How contacts look when the administrator says nothing else: an icon and a colour for each type. */
import { type IconNode, Link2, Mail, MessageCircleMore, MessagesSquare, NotebookPen, Phone, Send } from "lucide";
import type { ContactColor, SupportContact } from "#contract/support.ts";

interface Look {
  icon: IconNode;
  color: ContactColor;
  /** What it is, where its value says nothing to people. */
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

/** What stands on the colours. */
export const contactInk = "#fff8ec";

/** The palette's names in the paints of this site, each dark enough for `contactInk` in either theme. */
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

/** What a contact shows beside its name. */
export function lookOf({ type, value, color }: Pick<SupportContact, "type" | "value" | "color">) {
  const look = looks[type];
  const about = type === "phone" || type === "email" ? value.replace(/^(tel|mailto):/i, "") : look.about;
  const worn = color ?? look.color;
  return { icon: look.icon, color: worn, paint: contactPaint[worn], about };
}
