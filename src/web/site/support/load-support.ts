/** Asks for the support contacts once in the life of the page, and only when the browser has nothing better to do. */
import type { SupportContact } from "#contract/support.ts";
import { call } from "../../lib/api.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import type { SupportMenu } from "./support-menu.tsx";

export interface Support {
  contacts: readonly SupportContact[];
  SupportMenu: typeof SupportMenu;
}

let asked: Promise<Support | undefined> | undefined;

/** The contacts with what shows them; undefined when there are none or they could not be had, which only the console learns. */
export function supportOnce(): Promise<Support | undefined> {
  asked ??= new Promise<void>((quiet) => whenIdle(quiet)).then(load);
  return asked;
}

async function load(): Promise<Support | undefined> {
  const left = new AbortController();
  const leave = () => {
    left.abort();
    // Whoever comes back to the page asks again.
    asked = undefined;
  };
  window.addEventListener("pagehide", leave);
  try {
    const { data: contacts } = await call("GET /api/admin/support/public/active", { signal: left.signal });
    if (contacts.length === 0) return undefined;
    return { contacts, ...(await import("./support-menu.tsx")) };
  } catch (error) {
    // Browsers cut the call off before they say that one leaves: only whoever is still there a moment later has missed it.
    await new Promise((done) => setTimeout(done, 1000));
    if (!left.signal.aborted) console.error("The support contacts could not be loaded.", error);
    return undefined;
  } finally {
    window.removeEventListener("pagehide", leave);
  }
}
