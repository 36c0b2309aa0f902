import { type RefObject, useEffect } from "react";

declare global {
  interface Window {
    earlySubmit?: HTMLFormElement | undefined;
  }
}

/** Inline script of the head: the form with `data-scripted` that was submitted last waits for its hydration, marked as busy. */
export const holdEarlySubmits = `addEventListener("submit",function(e){var f=e.target;if(f.hasAttribute("data-scripted")){e.preventDefault();if(window.earlySubmit)window.earlySubmit.ariaBusy=null;f.ariaBusy="true";window.earlySubmit=f}},true)`;

/** Submits a form that waits for its hydration. The form has `data-scripted` until then. */
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
