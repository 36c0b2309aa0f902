/**
 * The code of the page that a link leads to, fetched before the router is told. Where the router can't fetch it, also for a link that is only pointed
 * at, it loads the present address anew: without network that takes the whole page away, and after an upgrade it loses where the visitor wanted to go.
 */
import type { BackEvent } from "./page-scroll.tsx";
import { pageValue } from "./page-value.ts";
import { retryOnNetwork } from "./retry-on-network.ts";

/** `lost` while there is no network, `gone` when the server answers, but has not the code, as after an upgrade. */
type CodeState = "there" | "coming" | "lost" | "gone";

interface RouteFiles {
  module: string;
  css?: string[];
}

/** Left in the page by the router's own scripts, before there is anything to press. Component tests have none. */
interface RouterGlobals {
  __reactRouterManifest: { routes: Record<string, RouteFiles> };
  __reactRouterRouteModules: Record<string, unknown>;
  __reactRouterDataRouter?: { match(path: string): { route: { id: string } }[] | null };
}

const globals = () => window as unknown as RouterGlobals;

const state = pageValue<CodeState>("there");
/** Of the last page that was asked for. */
let turn = 0;

/** Returns how the code of the page stands that was last asked for. */
export const { now: codeState, use: useCodeState } = state;

/** Returns the ids of the routes of a page whose code is missing. */
function missingRoutes(path: string): string[] {
  const { __reactRouterDataRouter: router, __reactRouterRouteModules: modules } = globals();
  const ids = router?.match(path)?.map(({ route }) => route.id) ?? [];
  return ids.filter((id) => !(id in modules));
}

/** Fetches code and styles of a route, and hands the code to the router. */
async function load(id: string): Promise<void> {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = globals();
  const { module, css = [] } = manifest.routes[id] as RouteFiles;
  const [code] = await Promise.all([import(/* @vite-ignore */ module), ...css.map((file) => fetch(file))]);
  modules[id] = code;
}

/** Fetches code and styles of a page of this site. @param path without query. Resolves to whether they are there; does not reject. */
export function loadRouteCode(path: string): Promise<boolean> {
  return Promise.all(missingRoutes(path).map(load)).then(
    () => true,
    () => false,
  );
}

async function fetchedState(address: URL): Promise<CodeState> {
  if (await loadRouteCode(address.pathname)) return "there";
  const answer = await fetch(address, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  if (!answer || answer.status >= 500) return "lost";
  // The network may be back since.
  return (await loadRouteCode(address.pathname)) ? "there" : "gone";
}

/**
 * Resolves once the code of a page is there, and never when another page was asked for meanwhile. Without network it waits. A page whose code is
 * gone is opened as a document.
 * @param to as a link names it, or a number of steps in the history
 */
export function routeCode(to: string | number): Promise<void> {
  const own = ++turn;
  const address = new URL(typeof to === "string" ? to : "", window.location.href);
  const isMissing = missingRoutes(address.pathname).length > 0;
  state.set(isMissing ? "coming" : "there");
  return new Promise((resolve) => {
    async function attempt(): Promise<boolean> {
      const fetched = await fetchedState(address);
      if (own !== turn) return true;
      state.set(fetched);
      if (fetched === "gone") window.location.assign(address);
      if (fetched === "there") resolve();
      return fetched !== "lost";
    }
    if (!isMissing) return resolve();
    void attempt().then((isDone) => isDone || retryOnNetwork(attempt));
  });
}

const backEvent: BackEvent = "before-back";

// Back and Forward, too, are held from the router until the code of their page is there.
if (!import.meta.env.SSR)
  window.addEventListener(backEvent, (event) => {
    const isThere = routeCode("");
    if (state.now() === "there") return;
    event.preventDefault();
    void isThere.then(() => window.dispatchEvent(new PopStateEvent("popstate", { state: window.history.state })));
  });
