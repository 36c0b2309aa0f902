/** What happens when a visitor chooses a contact. No other scheme than http, https, tel and mailto ever becomes a link. */
import { emailPattern } from "#contract/rules.ts";
import type { SupportContact } from "#contract/support.ts";
import { pages } from "../pages.ts";

export type ContactAction =
  /** A page of this site. */
  | { kind: "page"; to: string }
  /** Handed to another program: the telephone, the mail program. */
  | { kind: "app"; href: string }
  /** Another site, in a new tab. */
  | { kind: "tab"; href: string };

/** Gives undefined for a value that makes no link; such a contact is not offered. */
export function contactAction({ type, value }: Pick<SupportContact, "type" | "value">): ContactAction | undefined {
  const text = value.trim();
  switch (type) {
    case "request":
      return { kind: "page", to: pages.request.path };
    case "phone":
      return phone(text);
    case "email":
      return email(text);
    case "zalo":
      return webLink(text) ?? profile("https://zalo.me/", digitsOf(text) ?? text);
    case "messenger":
      return webLink(text) ?? profile("https://m.me/", text);
    case "telegram":
      return webLink(text) ?? profile("https://t.me/", text);
    case "other":
      return webLink(text) ?? appLink(text) ?? (hostName.test(text) ? webLink(`https://${text}`) : undefined);
  }
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

function webLink(text: string): ContactAction | undefined {
  const url = parsed(hostAndPath.test(text) ? `https://${text}` : text);
  return url?.protocol === "https:" || url?.protocol === "http:" ? { kind: "tab", href: url.href } : undefined;
}

function appLink(text: string): ContactAction | undefined {
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

function phone(text: string): ContactAction | undefined {
  const digits = digitsOf(text.replace(/^tel:/i, ""));
  return digits === undefined ? undefined : { kind: "app", href: `tel:${digits}` };
}

function email(text: string): ContactAction | undefined {
  const address = text.replace(/^mailto:/i, "");
  if (!emailPattern.test(address)) return undefined;
  return { kind: "app", href: `mailto:${encodeURIComponent(address).replace("%40", "@")}` };
}

/** A number without what people put between its digits. */
function digitsOf(text: string): string | undefined {
  const digits = text.replace(/[\s.()–-]/g, "");
  return /^\+?\d{3,15}$/.test(digits) ? digits : undefined;
}

/** Someone's page at a site, by number or name. */
function profile(site: string, text: string): ContactAction | undefined {
  const name = text.replace(/^[@+]/, "");
  return /^[\w.-]+$/.test(name) ? { kind: "tab", href: site + name } : undefined;
}
