/** The round button at the bottom right and the contacts it opens. Loaded when there is something to offer. */
import { MessageCircleMore, X } from "lucide";
import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { SupportContact } from "#contract/support.ts";
import { pages } from "../pages.ts";
import { type ContactAction, offered } from "./contact-action.ts";
import "./support-menu.css";
import { Icon } from "../../ui/icon.tsx";
import { onDismiss } from "../../ui/on-dismiss.ts";

/** Comes when a visitor reaches for the button. */
const loadList = () => import("./contact-list.tsx").catch(() => undefined);
const ContactList = lazy(async () => ({ default: (await loadList())?.ContactList ?? ContactPageLink }));

/** In place of the list where its code could not be had. */
function ContactPageLink() {
  return <a href={pages.contact.path}>{pages.contact.label}</a>;
}

/** Closes on a press outside, on Esc (focus returns), when focus leaves it, after a choice and after a navigation. */
export function SupportMenu({ contacts }: { contacts: readonly SupportContact[] }) {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const id = useId();

  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    if (!frame.current || !open) return;
    return onDismiss(frame.current, (byKey) => {
      setOpen(false);
      if (byKey) button.current?.focus();
    });
  }, [open]);

  function choose({ kind }: ContactAction) {
    setOpen(false);
    // A new page takes the focus itself.
    if (kind !== "page") button.current?.focus();
  }

  const shown = offered(contacts);
  if (shown.length === 0) return null;
  return (
    <aside ref={frame} className="support" aria-label="Hỗ trợ">
      <button
        ref={button}
        type="button"
        className="support__button"
        aria-label="Liên hệ hỗ trợ"
        aria-expanded={open}
        aria-controls={id}
        onPointerEnter={() => void loadList()}
        onFocus={() => void loadList()}
        onClick={() => {
          setOpen(!open);
          setOpened(true);
        }}
      >
        {open ? (
          <Icon icon={X} />
        ) : (
          <>
            <span className="support__tab" aria-hidden="true">
              Hỗ trợ
            </span>
            <Icon icon={MessageCircleMore} />
          </>
        )}
      </button>
      <div id={id} className="support__panel" hidden={!open}>
        <p className="support__title">Bạn cần hỗ trợ?</p>
        {opened && (
          <Suspense>
            <ContactList contacts={shown} onChoose={choose} />
          </Suspense>
        )}
      </div>
    </aside>
  );
}
