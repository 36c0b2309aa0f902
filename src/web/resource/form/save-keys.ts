/** Saving by Ctrl+S and Ctrl+Enter, with Cmd on a Mac, from anywhere in the topmost form. */
import { type RefObject, useEffect, useEffectEvent } from "react";

interface OpenForm {
  element: HTMLFormElement;
  save: () => void;
}

/** `aria-keyshortcuts` of the save button. */
export const saveKeyShortcuts = "Control+S Meta+S Control+Enter Meta+Enter";

const openForms = new Set<OpenForm>();

/** Calls `save` on the keys while the form is the topmost: visible, and not below another dialog. */
export function useSaveKeys(form: RefObject<HTMLFormElement | null>, save: () => void): void {
  const onSave = useEffectEvent(save);
  useEffect(() => {
    if (!form.current) return;
    const entry = { element: form.current, save: () => onSave() };
    openForms.add(entry);
    // Captured before the focused button takes Enter for a press.
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      openForms.delete(entry);
      if (openForms.size === 0) document.removeEventListener("keydown", onKeyDown, { capture: true });
    };
  }, [form]);
}

function onKeyDown(event: KeyboardEvent): void {
  const isWithModifier = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  const isS = event.key.toLowerCase() === "s";
  if (!isWithModifier || !(isS || event.key === "Enter")) return;
  // A message in the form is sent by its own Ctrl+Enter.
  if (!isS && event.target instanceof Element && event.target.closest("[data-sends]")) return;
  // Saving the page as a file is never meant while a form is open.
  if (isS) event.preventDefault();
  const form = topmostForm(event.target);
  if (!form) return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) form.save();
}

function topmostForm(target: EventTarget | null): OpenForm | undefined {
  const dialog = [...document.querySelectorAll("dialog[open], [role=dialog], [role=alertdialog]")].at(-1);
  const reachable = [...openForms].filter(
    ({ element }) => element.checkVisibility() && (!dialog || dialog.contains(element)),
  );
  return reachable.find(({ element }) => target instanceof Node && element.contains(target)) ?? reachable.at(-1);
}
