import type { ReactNode } from "react";
import { ContactIcon } from "../../support/contact-icon.tsx";
import { lookOf } from "../../support/contact-look.ts";
import type { ContactAction, ContactWithAction } from "./contact-action.ts";
import "./contact-list.css";
import { Link } from "../../ui/link.tsx";

interface ContactListProps {
  contacts: readonly ContactWithAction[];
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
            <span className="contact__description">
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
  const tabProps = action.kind === "tab" ? { target: "_blank", rel: "noopener" } : {};
  return (
    <a className="contact" href={action.href} onClick={onChoose} {...tabProps}>
      {children}
    </a>
  );
}
