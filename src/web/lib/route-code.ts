/**
 * The code of the page that a link leads to, fetched before the router is told: where it can't be had, the router would load the present address
 * anew, which without network takes the whole page away, and after an upgrade loses where the visitor wanted to go.
 */
import { useSyncExternalStore } from "react";
import { matchRoutes, type RouteObject } from "react-router";
import { retryOnNetwork } from "./retry-on-network.ts";

/** How the code of the page stands that was last asked for; `lost` while there is no network. */
type CodeState = "there" | "coming" | "lost";

/** Left in the page by the router's own scripts. Without them it fetches the code itself. */
interface RouterGlobals {
  __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> };
  __reactRouterRouteModules?: Record<string, unknown>;
  __reactRouterDataRouter?: { routes: RouteObject[] };
}

let state: CodeState = "there";
const listeners = new Set<() => void>();
/** Of the last page that was asked for. */
let turn = 0;
let stopRetry = () => {};

function tell(next: CodeState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Returns how the code of the page stands that was last asked for. */
export function useRouteCode(): CodeState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => "there",
  );
}

/** Returns the addresses of the code that a page of this site needs and that is not loaded. */
function missingCode(address: URL): string[] {
  const { __reactRouterManifest, __reactRouterRouteModules = {}, __reactRouterDataRouter } = window as RouterGlobals;
  const matches = matchRoutes(__reactRouterDataRouter?.routes ?? [], address) ?? [];
  return matches.flatMap(({ route: { id = "" } }) =>
    id in __reactRouterRouteModules ? [] : (__reactRouterManifest?.routes[id]?.module ?? []),
  );
}

/**
 * Calls `go` once the code of a page is there, at once where it is, and never when another page was asked for meanwhile. Without network it waits.
 * A page whose code is gone, as after an upgrade, is opened as a document.
 * @param to as a link names it: only a path from the root leads to another page
 */
export function withRouteCode(to: string | number, go: () => void): void {
  const own = ++turn;
  stopRetry();
  const address = new URL(typeof to === "string" && to.startsWith("/") ? to : "", window.location.href);
  const files = missingCode(address);
  if (files.length === 0) {
    if (state !== "there") tell("there");
    return go();
  }
  const load = () => Promise.all(files.map((file) => import(/* @vite-ignore */ file)));
  async function attempt(): Promise<boolean> {
    try {
      await load();
    } catch {
      if (own !== turn) return true;
      try {
        // The server answers for the page, so it is no loss of the network, unless that one was just over.
        await fetch(address, { method: "HEAD", cache: "no-store" });
      } catch {
        if (own === turn) tell("lost");
        return false;
      }
      try {
        await load();
      } catch {
        if (own === turn) window.location.assign(address);
        return true;
      }
    }
    if (own === turn) {
      tell("there");
      go();
    }
    return true;
  }
  tell("coming");
  void attempt().then((isDone) => {
    if (!isDone && own === turn) stopRetry = retryOnNetwork(attempt);
  });
}
