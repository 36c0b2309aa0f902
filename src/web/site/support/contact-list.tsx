/** Ways to reach the team, each a link that does what its type says. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { SupportContact } from "#contract/support.ts";
import { type ContactAction, contactAction, iconAddress } from "./contact-action.ts";
import { contactInk, lookOf } from "./contact-look.ts";
import "./contact-list.css";

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

/** The contact's own picture, or where it has none that loads, the icon of its type. */
function ContactIcon({ contact }: { contact: SupportContact }) {
  const { icon: Icon, paint } = lookOf(contact);
  const address = iconAddress(contact.icon_url);
  const [failed, setFailed] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before React was there to hear of it.
    const { complete, naturalWidth } = image.current ?? {};
    if (complete && naturalWidth === 0) setFailed(true);
  }, []);
  if (address !== undefined && !failed) {
    return (
      <img
        ref={image}
        className="contact__icon"
        src={address}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
      />
    );
  }
  return (
    <span className="contact__icon" style={{ background: paint, color: contactInk }}>
      <Icon className="i" aria-hidden="true" />
    </span>
  );
}
