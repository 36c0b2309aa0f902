/** Renders routes and components inside a router with the providers of the root route. */
import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useLayoutEffect, useState } from "react";
import { createRoutesStub, type Location, Outlet, type To, useLocation, useNavigate } from "react-router";
import { type RenderResult, render } from "vitest-browser-react/pure";
import { adminArea } from "../../src/web/admin/area.ts";
import { beforePaint } from "../../src/web/lib/before-paint.ts";
import { type PageStores, PageStoresProvider, usePageStores } from "../../src/web/lib/page-stores.tsx";
import type { RootData } from "../../src/web/lib/root-data.ts";
import { UserAuthProvider } from "../../src/web/lib/session.tsx";
import { ThemeProvider } from "../../src/web/lib/theme.tsx";
import { type Area, AreaContext } from "../../src/web/resource/area/area.ts";
import { ConfirmProvider } from "../../src/web/resource/controls/confirm.tsx";
import { KitLocale } from "../../src/web/resource/controls/kit-locale.tsx";
import { ToastProvider as BackOfficeToastProvider } from "../../src/web/resource/controls/toast.tsx";
import { createQueryClient } from "../../src/web/resource/data/query-client.ts";
import { LeaveGuardProvider } from "../../src/web/resource/form/leave-guard.tsx";
import { ToastProvider } from "../../src/web/ui/toast.tsx";
import { reactSettled } from "../screen.ts";

/** Exports of a route's file that run in the browser. */
export interface RouteModule {
  // oxlint-disable-next-line typescript/no-explicit-any -- each route has props of its own
  default: ComponentType<any>;
  // oxlint-disable-next-line typescript/no-explicit-any -- and arguments
  clientLoader?: (args: any) => unknown;
  // oxlint-disable-next-line typescript/no-explicit-any
  clientAction?: (args: any) => unknown;
  // oxlint-disable-next-line typescript/no-explicit-any
  ErrorBoundary?: ComponentType<any>;
  // oxlint-disable-next-line typescript/no-explicit-any
  shouldRevalidate?: (args: any) => boolean;
  handle?: unknown;
}

interface RouteOptions {
  /** The route's pattern: `/songs/:id`. */
  path: string;
  /** The URL to open; `path` by default. */
  at?: string;
  /** The routes around it, outermost first. */
  layouts?: readonly RouteModule[];
  /** Data of the server's loader, as for a server-rendered page; without it the `clientLoader` runs. */
  serverData?: unknown;
}

export interface Rendered extends RenderResult {
  /** The current path, query and fragment. */
  address(): string;
  /** The current location, with its state. */
  location(): Location;
  /** Navigates to a URL, or by a number of history entries. */
  go(to: To | number): Promise<void>;
}

/** Renders a route's module at a URL. Other URLs are empty pages. */
export function renderRoute(page: RouteModule, options: RouteOptions): Promise<Rendered> {
  const { path, at = path, layouts = [], serverData } = options;
  const leaf = { id: "page", path, ...stubOf(page) };
  const routes = layouts.reduceRight<StubRoutes>(
    (children, layout, i) => [{ id: `layout ${i}`, ...stubOf(layout), children }],
    [leaf],
  );
  return renderRoutes(routes, at, serverData === undefined ? undefined : { page: serverData });
}

/** Renders an element with all providers, a back office's included, at a URL. */
export function renderWithin(
  element: ReactNode,
  { at = "/", area = adminArea }: { at?: string; area?: Area } = {},
): Promise<Rendered> {
  function Within() {
    const [client] = useState(() => createQueryClient(() => undefined));
    return (
      <AreaContext value={area}>
        <QueryClientProvider client={client}>
          <KitLocale>
            <BackOfficeToastProvider>
              <ConfirmProvider>
                <LeaveGuardProvider>{element}</LeaveGuardProvider>
              </ConfirmProvider>
            </BackOfficeToastProvider>
          </KitLocale>
        </QueryClientProvider>
      </AreaContext>
    );
  }
  return renderRoutes([{ id: "page", path: "*", Component: Within }], at);
}

let lastStores: PageStores | undefined;

/** Returns the stores of the page that was rendered last. @throws Error before the first */
export function renderedStores(): PageStores {
  if (!lastStores) throw new Error("No page has been rendered yet.");
  return lastStores;
}

/** Shares the page's stores with the test. */
function StoresOfTest({ children }: { children: ReactNode }) {
  const stores = usePageStores();
  useLayoutEffect(() => {
    lastStores = stores;
  }, [stores]);
  return children;
}

type StubRoutes = Parameters<typeof createRoutesStub>[0];

/** Renders routes in the root route at a URL. Other URLs are empty pages. @param pageData data of loaders that have run on the server @param data of all pages */
export async function renderRoutes(
  children: StubRoutes,
  at: string,
  pageData?: Record<string, unknown>,
  data: Partial<RootData> = {},
): Promise<Rendered> {
  let here: Location | undefined;
  let goTo: ReturnType<typeof useNavigate> | undefined;
  const shown = Promise.withResolvers<void>();

  /** The root route's providers. */
  function Root() {
    const location = useLocation();
    const navigate = useNavigate();
    useLayoutEffect(() => {
      here = location;
      goTo = navigate;
      shown.resolve();
    });
    return (
      <PageStoresProvider>
        <ThemeProvider>
          <UserAuthProvider>
            <ToastProvider>
              <StoresOfTest>
                <Outlet />
              </StoresOfTest>
            </ToastProvider>
          </UserAuthProvider>
        </ThemeProvider>
      </PageStoresProvider>
    );
  }

  runBeforePaint();
  const origin = "https://ngan-nga.example";
  const rootData: RootData = { origin, canonicalOrigin: origin, socialLinks: undefined, ...data };
  const Stub = createRoutesStub([
    {
      id: "root",
      loader: () => rootData,
      shouldRevalidate: () => false,
      Component: Root,
      HydrateFallback: () => null,
      children: [...children, { id: "elsewhere", path: "*", Component: () => null }],
    },
  ]);
  const hydrationData = pageData && { loaderData: { root: rootData, ...pageData } };
  const rendered = await render(<Stub initialEntries={[at]} hydrationData={hydrationData} />);
  // React's production build renders in slices, and has no `act`, by which `render` waits for them.
  await shown.promise;
  await reactSettled();
  const location = () => {
    if (!here) throw new Error("The screen has not been rendered yet.");
    return here;
  };
  return {
    ...rendered,
    location,
    address: () => location().pathname + location().search + location().hash,
    async go(to: To | number) {
      await goTo?.(to as To);
    },
  };
}

function stubOf({
  default: Component,
  clientLoader,
  clientAction,
  ErrorBoundary,
  shouldRevalidate,
  handle,
}: RouteModule) {
  return { Component, loader: clientLoader, action: clientAction, ErrorBoundary, shouldRevalidate, handle };
}

/** Runs the head's inline script, which sets the theme and `data-session`. */
function runBeforePaint(): void {
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.remove();
  const script = document.createElement("script");
  script.textContent = beforePaint;
  document.head.append(script);
  script.remove();
}
