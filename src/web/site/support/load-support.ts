import type { SupportContact } from "#contract/support.ts";
import { call } from "../../lib/api.ts";
import { lazyPart, nothing } from "../../lib/lazy-part.tsx";
import { whenIdle } from "../../lib/when-idle.ts";

/** The button of the contacts, with its menu. */
export const SupportMenu = lazyPart(async () => (await import("./support-menu.tsx")).SupportMenu, nothing);

type Contacts = readonly SupportContact[];

/**
 * Makes the function that loads the support contacts and the menu's code once for each page load, when the browser is idle. It resolves to
 * undefined without contacts or after an error, which is logged to the console.
 */
export function createLoadSupport() {
  let pending: Promise<Contacts | undefined> | undefined;
  // A return from the back/forward cache loads again.
  const forget = () => {
    pending = undefined;
  };
  return (): Promise<Contacts | undefined> => {
    pending ??= new Promise<void>((resolve) => whenIdle(resolve)).then(() => load(forget));
    return pending;
  };
}

/** @param onAbort is called when the page is left before the contacts have come */
async function load(onAbort: () => void): Promise<Contacts | undefined> {
  const controller = new AbortController();
  const onPageHide = () => {
    controller.abort();
    onAbort();
  };
  window.addEventListener("pagehide", onPageHide);
  try {
    const { data: contacts } = await call("GET /api/admin/support/public/active", { signal: controller.signal });
    if (contacts.length === 0) return undefined;
    await SupportMenu.preload();
    return contacts;
  } catch (error) {
    // Leaving the page aborts the request before `pagehide` fires, so the error is logged only a second later.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (!controller.signal.aborted) console.error("The support contacts could not be loaded.", error);
    return undefined;
  } finally {
    window.removeEventListener("pagehide", onPageHide);
  }
}
