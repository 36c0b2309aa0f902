/**
 * What a support contact leads to. The server refuses what leads nowhere, the widget shows what leads somewhere: one rule
 * for both. No other scheme than http, https, tel and mailto ever becomes a link. No zod here: public pages load this module.
 */
import { emailPattern } from "./email.ts";
import type { SupportContact } from "./support.ts";

export type ContactLink =
  /** The page where a song is ordered. */
  | { kind: "request" }
  /** Handed to another program: the telephone, the mail program. */
  | { kind: "app"; href: string }
  /** Another site, in a new tab. */
  | { kind: "tab"; href: string };

type Contact = Pick<SupportContact, "type" | "value">;

/** Gives undefined for a value that makes no link. */
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

/** What is said of a value that does not suit its type. */
const refusals: Record<SupportContact["type"], string> = {
  phone: "Số điện thoại không hợp lệ: cần 3 đến 15 chữ số, ví dụ 0901 234 567",
  zalo: "Nhập số Zalo hoặc liên kết, ví dụ 0901 234 567 hoặc https://zalo.me/…",
  messenger: "Nhập tên trang hoặc liên kết, ví dụ ten.trang hoặc https://m.me/…",
  telegram: "Nhập tên hoặc liên kết, ví dụ @ten hoặc https://t.me/…",
  email: "Email không hợp lệ",
  request: "Giá trị không hợp lệ",
  other: "Liên kết phải bắt đầu bằng https://, http://, tel: hoặc mailto:",
};

/** The sentence for a value that would lead nowhere; undefined when it suits its type. */
export function contactValueError(contact: Contact): string | undefined {
  return contactLink(contact) ? undefined : refusals[contact.type];
}

/** The address of a contact's picture, if pages may load it: encrypted, or from this site. */
export function iconAddress(url: string | null): string | undefined {
  const text = url?.trim() ?? "";
  if (/^\/(?![/\\])/.test(text)) return text;
  return parsed(text)?.protocol === "https:" ? text : undefined;
}

const hostName = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?$/u;
/** As people write addresses: `m.me/name`. */
const hostAndPath = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?[/?#]/u;

function webLink(text: string): ContactLink | undefined {
  const url = parsed(hostAndPath.test(text) ? `https://${text}` : text);
  return url?.protocol === "https:" || url?.protocol === "http:" ? { kind: "tab", href: url.href } : undefined;
}

function appLink(text: string): ContactLink | undefined {
  const url = parsed(text);
  return url?.protocol === "tel:" || url?.protocol === "mailto:" ? { kind: "app", href: url.href } : undefined;
}

function parsed(text: string): URL | undefined {
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

/** A subscriber's number, or the longer one of an official account. */
function zaloNumber(text: string): ContactLink | undefined {
  const number = plainNumber(text).replace(/^\+/, "");
  return /^\d{3,20}$/.test(number) ? { kind: "tab", href: `https://zalo.me/${number}` } : undefined;
}

function email(text: string): ContactLink | undefined {
  const address = text.replace(/^mailto:/i, "");
  if (!emailPattern.test(address) || /[,;<>]/.test(address)) return undefined;
  return { kind: "app", href: `mailto:${encodeURIComponent(address).replace("%40", "@")}` };
}

/** A number without what people put between its digits. */
function plainNumber(text: string): string {
  return text.replace(/[\s.()–-]/g, "");
}

/** Someone's page at a site, by name. */
function profile(site: string, text: string): ContactLink | undefined {
  const name = text.replace(/^[@+]/, "");
  return /^[\w.-]*\w[\w.-]*$/.test(name) ? { kind: "tab", href: site + name } : undefined;
}
