/**
 * Links of support contacts. One rule for the server, which refuses values without a link, and the widget, which shows the
 * links. Only http, https, tel and mailto are allowed. No zod here: public pages load this module.
 */
import { emailPattern } from "./email.ts";

export const contactTypes = ["phone", "zalo", "messenger", "telegram", "email", "request", "other"] as const;
export type ContactType = (typeof contactTypes)[number];

export type ContactLink =
  /** The page for ordering a song. */
  | { kind: "request" }
  /** Opens another program: telephone or e-mail. */
  | { kind: "app"; href: string }
  /** Another site, in a new tab. */
  | { kind: "tab"; href: string };

interface Contact {
  type: ContactType;
  value: string;
}

/** Returns the link of a contact; undefined for a value that does not suit its type. */
export function contactLink({ type, value }: Contact): ContactLink | undefined {
  const text = value.trim();
  switch (type) {
    case "request":
      return { kind: "request" };
    case "phone":
      return phone(text);
    case "email":
      return email(text);
    case "zalo":
      return webLink(text) ?? zaloNumber(text);
    case "messenger":
      return webLink(text) ?? profile("https://m.me/", text);
    case "telegram":
      return webLink(text) ?? profile("https://t.me/", text);
    case "other":
      return webLink(text) ?? appLink(text) ?? (hostName.test(text) ? webLink(`https://${text}`) : undefined);
  }
}

/** Messages for values that do not suit their type. */
const errorMessages: Record<ContactType, string> = {
  phone: "Số điện thoại không hợp lệ: cần 3 đến 15 chữ số, ví dụ 0901 234 567",
  zalo: "Nhập số Zalo hoặc liên kết, ví dụ 0901 234 567 hoặc https://zalo.me/…",
  messenger: "Nhập tên trang hoặc liên kết, ví dụ ten.trang hoặc https://m.me/…",
  telegram: "Nhập tên hoặc liên kết, ví dụ @ten hoặc https://t.me/…",
  email: "Email không hợp lệ",
  request: "Giá trị không hợp lệ",
  other: "Liên kết phải bắt đầu bằng https://, http://, tel: hoặc mailto:",
};

/** Returns the message for a value that does not suit its type; undefined for a valid one. */
export function contactValueError(contact: Contact): string | undefined {
  return contactLink(contact) ? undefined : errorMessages[contact.type];
}

/** Returns the URL of a contact's picture when pages may load it: over https, or from this site. */
export function iconAddress(url: string | null): string | undefined {
  const text = url?.trim() ?? "";
  if (/^\/(?![/\\])/.test(text)) return text;
  return parseUrl(text)?.protocol === "https:" ? text : undefined;
}

const hostName = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?$/u;
/** An address without its scheme: `m.me/name`. */
const hostAndPath = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?[/?#]/u;

function webLink(text: string): ContactLink | undefined {
  const url = parseUrl(hostAndPath.test(text) ? `https://${text}` : text);
  return url?.protocol === "https:" || url?.protocol === "http:" ? { kind: "tab", href: url.href } : undefined;
}

function appLink(text: string): ContactLink | undefined {
  const url = parseUrl(text);
  return url?.protocol === "tel:" || url?.protocol === "mailto:" ? { kind: "app", href: url.href } : undefined;
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function phone(text: string): ContactLink | undefined {
  const number = plainNumber(text.replace(/^tel:/i, ""));
  return /^\+?\d{3,15}$/.test(number) ? { kind: "app", href: `tel:${number}` } : undefined;
}

/** Accepts a subscriber's number, or the longer one of an official account. */
function zaloNumber(text: string): ContactLink | undefined {
  const number = plainNumber(text).replace(/^\+/, "");
  return /^\d{3,20}$/.test(number) ? { kind: "tab", href: `https://zalo.me/${number}` } : undefined;
}

function email(text: string): ContactLink | undefined {
  const address = text.replace(/^mailto:/i, "");
  if (!emailPattern.test(address) || /[,;<>]/.test(address)) return undefined;
  return { kind: "app", href: `mailto:${encodeURIComponent(address).replace("%40", "@")}` };
}

/** Removes the separators between the digits of a number. */
function plainNumber(text: string): string {
  return text.replace(/[\s.()–-]/g, "");
}

/** Returns the link of a profile by its name. */
function profile(site: string, text: string): ContactLink | undefined {
  const name = text.replace(/^[@+]/, "");
  return /^[\w.-]+$/.test(name) && /\w/.test(name) ? { kind: "tab", href: site + name } : undefined;
}
