/** What happens when a visitor chooses a contact. */
import { type ContactLink, contactLink } from "#contract/contact-link.ts";
import type { SupportContact } from "#contract/support.ts";
import { pages } from "../pages.ts";

export type ContactAction =
  | Exclude<ContactLink, { kind: "request" }>
  /** A page of this site. */
  | { kind: "page"; to: string };

/** Gives undefined for a value that makes no link; such a contact is not offered. */
export function contactAction(contact: Pick<SupportContact, "type" | "value">): ContactAction | undefined {
  const link = contactLink(contact);
  return link?.kind === "request" ? { kind: "page", to: pages.request.path } : link;
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
