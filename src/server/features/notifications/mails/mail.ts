/** E-mails in Vietnamese. Pure: the same event, data and context give the same message. */
import type { NotificationEvent } from "#contract/notifications.ts";
import type { EventData } from "../events.ts";
import { contents, type MailContent } from "./contents.ts";
import { htmlPage } from "./html-page.ts";
import type { MailLayout } from "./mail-layout.ts";
import { plainText } from "./plain-text.ts";
import { callName, subjectLine } from "./words.ts";

export interface MailContext {
  recipientName: string;
  /** Of the site: `https://ngannga.vn`. An e-mail that is sent has the operator's, never that of a request. */
  origin: string;
  /** The link with the token, for events that need one. */
  secretUrl?: string;
  /** For messages that are not about one's own business. */
  unsubscribeUrl?: string;
}

export interface Mail {
  subject: string;
  html: string;
  text: string;
}

/**
 * Returns the e-mail of an event.
 * @throws Error for an event whose link is secret without `secretUrl`, and for a link that leads to another site.
 */
export function renderMail<E extends NotificationEvent>(event: E, data: EventData[E], context: MailContext): Mail {
  const layout = layoutOf(event, contents[event](data), context);
  return { subject: layout.subject, html: htmlPage(layout), text: plainText(layout) };
}

function layoutOf(event: NotificationEvent, content: MailContent, context: MailContext): MailLayout {
  const { origin, secretUrl, unsubscribeUrl, recipientName } = context;
  const absolute = (address: string) => {
    const url = new URL(address, origin);
    if (url.origin !== new URL(origin).origin) throw new Error(`A link of the e-mail ${event} leads to another site`);
    return url.href;
  };
  const { action, link, quote, audience } = content;
  const target = action.path ?? secretUrl;
  if (target === undefined) throw new Error(`The e-mail ${event} needs its secret link`);
  return {
    ...content,
    subject: subjectLine(content.subject),
    greeting: `Chào ${callName(recipientName) ?? "bạn"},`,
    facts: content.facts ?? [],
    quote: quote?.text ? quote : undefined,
    action: { label: action.label, url: absolute(target) },
    links: (content.links ?? []).map(({ label, path }) => ({ label, url: absolute(path) })),
    closing: content.closing ?? [],
    link: link && { label: link.label, url: absolute(link.path) },
    contact: audience === "customer" ? { label: "Liên hệ chúng tôi", url: absolute("/contact") } : undefined,
    unsubscribe: unsubscribeUrl ? { label: "Ngừng nhận thư nhắc này", url: absolute(unsubscribeUrl) } : undefined,
    tone: content.tone,
    home: absolute("/"),
    picture: absolute("/icon-192.png"),
  };
}
