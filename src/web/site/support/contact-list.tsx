/** Ways to reach the team, each a link that does what its type says. */
import type { ReactNode } from "react";
import { ContactIcon } from "../../support/contact-icon.tsx";
import { lookOf } from "../../support/contact-look.ts";
import type { ContactAction, OfferedContact } from "./contact-action.ts";
import "./contact-list.css";
import { Link } from "../../ui/link.tsx";

interface ContactListProps {
  contacts: readonly OfferedContact[];
  /** The visitor has chosen one. */
  onChoose?: (action: ContactAction) => void;
}

export function ContactList({ contacts, onChoose }: ContactListProps) {
  return (
    <ul className="contacts">
      {contacts.map(({ contact, action }) => (
        <li key={contact.id}>
          <ContactLink action={action} onChoose={() => onChoose?.(action)}>
            <ContactIcon contact={contact} />
            <span className="contact__name">{contact.name}</span>
            <span className="contact__about">
              {lookOf(contact).about}
              {action.kind === "tab" && <span className="sr"> (mở trong thẻ mới)</span>}
            </span>
          </ContactLink>
        </li>
      ))}
    </ul>
  );
}

interface ContactLinkProps {
  action: ContactAction;
  onChoose: () => void;
  children: ReactNode;
}

function ContactLink({ action, onChoose, children }: ContactLinkProps) {
  if (action.kind === "page") {
    return (
      <Link className="contact" to={action.to} onClick={onChoose}>
        {children}
      </Link>
    );
  }
  const elsewhere = action.kind === "tab" ? { target: "_blank", rel: "noopener" } : {};
  return (
    <a className="contact" href={action.href} onClick={onChoose} {...elsewhere}>
      {children}
    </a>
  );
}
