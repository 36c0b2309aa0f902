/** Keeps forms that are submitted before the page's scripts listen, and submits them once they do. */
import { type RefObject, useEffect } from "react";

declare global {
  interface Window {
    /** The form submitted last before React listened. */
    earlySubmit?: HTMLFormElement | undefined;
  }
}

/**
 * Inline script of the head: holds back the browser's own submission of every form marked `data-scripted` and marks the form as
 * busy. Without scripts the form is sent, and the server answers why that is not enough.
 */
export const holdEarlySubmits = `addEventListener("submit",function(e){var f=e.target;if(f.hasAttribute("data-scripted")){e.preventDefault();f.ariaBusy="true";window.earlySubmit=f}},true)`;

/** Submits the form again when it was submitted before it was hydrated. The form carries `data-scripted` until then. */
export function useEarlySubmit(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (form.current) submitAgain(form.current);
  }, [form]);
}

function submitAgain(form: HTMLFormElement): void {
  form.removeAttribute("data-scripted");
  if (window.earlySubmit !== form) return;
  window.earlySubmit = undefined;
  form.ariaBusy = null;
  form.requestSubmit();
}
