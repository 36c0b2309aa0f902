import { MessageCircleMore, X } from "lucide";
import { Suspense, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { SupportContact } from "#contract/support.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { Icon } from "../../ui/icon.tsx";
import { onDismiss } from "../../ui/on-dismiss.ts";
import { routes } from "../routes.ts";
import type { ContactAction } from "./contact-action.ts";
import styles from "./support-menu.module.css";

/** Prefetched on hover and focus of the button. */
const ContactList = lazyPart(async () => (await import("./contact-list.tsx")).ContactList, ContactPageLink);

function ContactPageLink() {
  return <a href={routes.contact.path}>{routes.contact.label}</a>;
}

/**
 * The support button with its menu of contacts. The menu closes on a press outside, on Esc (focus returns to the button), when the focus
 * leaves, after a choice and after a navigation.
 */
export function SupportMenu({ contacts }: { contacts: readonly SupportContact[] }) {
  const [open, setOpen] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const id = useId();

  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    if (!frame.current || !open) return;
    return onDismiss(frame.current, (byEscape) => {
      setOpen(false);
      if (byEscape) button.current?.focus();
    });
  }, [open]);

  function choose({ kind }: ContactAction) {
    setOpen(false);
    // After a navigation the main element gets the focus.
    if (kind !== "page") button.current?.focus();
  }

  return (
    <aside ref={frame} className={styles.support} aria-label="Hỗ trợ">
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label="Liên hệ hỗ trợ"
        aria-expanded={open}
        aria-controls={id}
        onPointerEnter={() => void ContactList.preload()}
        onFocus={() => void ContactList.preload()}
        onClick={() => {
          setOpen(!open);
          setHasOpened(true);
        }}
      >
        {open ? (
          <Icon icon={X} />
        ) : (
          <>
            <span className={styles.tab} aria-hidden="true">
              Hỗ trợ
            </span>
            <Icon icon={MessageCircleMore} />
          </>
        )}
      </button>
      <div id={id} className={styles.panel} hidden={!open}>
        <p className={styles.title}>Bạn cần hỗ trợ?</p>
        {hasOpened && (
          <Suspense>
            <ContactList contacts={contacts} onChoose={choose} />
          </Suspense>
        )}
      </div>
    </aside>
  );
}
