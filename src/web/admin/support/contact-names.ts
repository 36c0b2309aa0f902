import type { ContactType } from "#contract/contact-link.ts";
import type { ContactColor } from "#contract/support.ts";

export const typeNames: Record<ContactType, string> = {
  phone: "Điện thoại",
  zalo: "Zalo",
  messenger: "Messenger",
  telegram: "Telegram",
  email: "Email",
  request: "Gửi yêu cầu sáng tác",
  other: "Liên kết khác",
};

export const colorNames: Record<ContactColor, string> = {
  "blue-500": "Xanh dương",
  "green-500": "Xanh lá",
  "red-500": "Đỏ",
  "purple-500": "Tím",
  "yellow-500": "Vàng",
  "pink-500": "Hồng",
  "indigo-500": "Chàm",
  "gray-500": "Xám",
};

interface ValueText {
  label: string;
  hint: string;
  inputMode?: "tel" | "email" | "url";
}

export const valueTexts: Record<ContactType, ValueText> = {
  phone: { label: "Số điện thoại", hint: "Ví dụ 0901 234 567 hoặc +84 901 234 567.", inputMode: "tel" },
  zalo: { label: "Số hoặc liên kết Zalo", hint: "Ví dụ 0901 234 567 hoặc https://zalo.me/g/nhom." },
  messenger: { label: "Tên trang hoặc liên kết Messenger", hint: "Ví dụ ten.trang hoặc https://m.me/ten.trang." },
  telegram: { label: "Tên hoặc liên kết Telegram", hint: "Ví dụ @ten hoặc https://t.me/ten." },
  email: { label: "Địa chỉ email", hint: "Ví dụ xin-chao@example.com.", inputMode: "email" },
  request: { label: "Giá trị", hint: "Loại này luôn mở trang đặt bài hát, giá trị chỉ để ghi nhớ." },
  other: { label: "Liên kết", hint: "Bắt đầu bằng https://, http://, tel: hoặc mailto:.", inputMode: "url" },
};
