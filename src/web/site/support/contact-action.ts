import { type ContactLink, contactLink } from "#contract/contact-link.ts";
import type { SupportContact } from "#contract/support.ts";
import { routes } from "../routes.ts";

export type ContactAction = Exclude<ContactLink, { kind: "request" }> | { kind: "page"; to: string };

/** Returns a contact's link; undefined for an invalid value. */
export function contactAction(contact: Pick<SupportContact, "type" | "value">): ContactAction | undefined {
  const link = contactLink(contact);
  if (link?.kind !== "request") return link;
  return { kind: "page", to: routes.request.path };
}
