import type { ReactNode } from "react";
import type { SupportContact } from "#contract/support.ts";
import { ContactIcon } from "../../contact-look/contact-icon.tsx";
import { lookOf } from "../../contact-look/contact-look.ts";
import { Link } from "../../ui/link.tsx";
import { type ContactAction, contactAction } from "./contact-action.ts";
import styles from "./contact-list.module.css";

interface ContactListProps {
  contacts: readonly SupportContact[];
  /** For a page of its own. */
  isLarge?: boolean;
  onChoose?: (action: ContactAction) => void;
}

/** Ways to get in touch; one whose value does not suit its type has no link and is left out. */
export function ContactList({ contacts, isLarge, onChoose }: ContactListProps) {
  const shown = contacts.flatMap((contact) => {
    const action = contactAction(contact);
    return action ? [{ contact, action }] : [];
  });
  return (
    <ul className={isLarge ? `${styles.contacts} ${styles.contactsLarge}` : styles.contacts}>
      {shown.map(({ contact, action }) => (
        <li key={contact.id}>
          <ContactLink action={action} onChoose={() => onChoose?.(action)}>
            <ContactIcon contact={contact} />
            <span className={styles.contactName}>{contact.name}</span>
            <span className={styles.contactDescription}>
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
      <Link className={styles.contact} to={action.to} onClick={onChoose}>
        {children}
      </Link>
    );
  }
  const tabProps = action.kind === "tab" ? { target: "_blank", rel: "noopener" } : {};
  return (
    <a className={styles.contact} href={action.href} onClick={onChoose} {...tabProps}>
      {children}
    </a>
  );
}
