/** What happens when a visitor chooses a contact. */
import { type ContactLink, contactLink } from "#contract/contact-link.ts";
import type { SupportContact } from "#contract/support.ts";
import { pages, pathOf } from "../pages.ts";

export type ContactAction =
  | Exclude<ContactLink, { kind: "request" }>
  /** A page of this site. */
  | { kind: "page"; to: string };

/** Gives undefined for a value that makes no link, and for a page that is not there; such a contact is not offered. */
export function contactAction(contact: Pick<SupportContact, "type" | "value">): ContactAction | undefined {
  const link = contactLink(contact);
  if (link?.kind !== "request") return link;
  const to = pathOf(pages.request);
  return to === undefined ? undefined : { kind: "page", to };
}

/** A contact with what it does. */
export interface OfferedContact {
  contact: SupportContact;
  action: ContactAction;
}

/** The contacts that lead somewhere. */
export function offered(contacts: readonly SupportContact[]): OfferedContact[] {
  return contacts.flatMap((contact) => {
    const action = contactAction(contact);
    return action ? [{ contact, action }] : [];
  });
}
