import { type RefObject, useEffect } from "react";

declare global {
  interface Window {
    earlySubmit?: HTMLFormElement | undefined;
  }
}

/**
 * Inline script of the head: prevents the browser's submission of forms with `data-scripted` and marks them as busy. Without
 * scripts the form is sent, and the server responds that it needs JavaScript.
 */
export const holdEarlySubmits = `addEventListener("submit",function(e){var f=e.target;if(f.hasAttribute("data-scripted")){e.preventDefault();f.ariaBusy="true";window.earlySubmit=f}},true)`;

/** Submits a form that was submitted before its hydration. The form has `data-scripted` until then. */
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
