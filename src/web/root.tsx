// Before all modules in the page: it orders the layers, and a module wins over a shared rule of the same weight.
import "./styles/app.css";
import { type ReactNode, useEffect } from "react";
import { isRouteErrorResponse, Links, Outlet, Scripts, useMatches } from "react-router";
import { isApiError } from "#contract/errors.ts";
import type { Route } from "./+types/root.ts";
import regular from "./fonts/be-vietnam-pro-400.woff2?url";
import semibold from "./fonts/be-vietnam-pro-600.woff2?url";
import bold from "./fonts/be-vietnam-pro-700.woff2?url";
import { beforePaint } from "./lib/before-paint.ts";
import { holdEarlySubmits } from "./lib/early-submit.ts";
import { isFramed } from "./lib/framed.ts";
import { PageScroll } from "./lib/page-scroll.tsx";
import { PageStoresProvider } from "./lib/page-stores.tsx";
import type { RootData } from "./lib/root-data.ts";
import { callAside, canonicalOrigin } from "./lib/server-context.ts";
import { UserAuthProvider } from "./lib/session.tsx";
import { ThemeProvider } from "./lib/theme.tsx";
import { NotFound } from "./site/not-found-state.tsx";
import { PageHead } from "./site/page-head.tsx";
import { Shell } from "./site/shell.tsx";
import { NavigationProgress } from "./ui/navigation-progress.tsx";
import { ErrorState } from "./ui/states.tsx";
import { ToastProvider } from "./ui/toast.tsx";

/** Only in the server's HTML, where it runs; the browser's bundle omits it. */
const headScript = import.meta.env.SSR ? `${beforePaint};${holdEarlySubmits}` : "";

export const links: Route.LinksFunction = () => [
  ...[regular, semibold, bold].map((href) => ({
    rel: "preload" as const,
    href,
    as: "font" as const,
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** Not revalidated: the origin is constant, and links to other sites may wait for the next document. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<RootData> {
  const call = context.get(callAside);
  const socialLinks = await call("GET /api/social-links", {}).then(
    ({ data }) => data,
    () => undefined,
  );
  return { origin: new URL(request.url).origin, canonicalOrigin: context.get(canonicalOrigin), socialLinks };
}

export function clientLoader(): RootData {
  return { origin: window.location.origin, socialLinks: undefined };
}

export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  // In a frame of another site browsers may block the session storage that scroll restoration writes to.
  const framed = useMatches().some(({ handle }) => isFramed(handle));
  useHydratedMark();
  return (
    <html lang="vi" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        <Links />
      </head>
      <body>
        <PageStoresProvider>
          <ThemeProvider>
            <UserAuthProvider>
              <ToastProvider>{children}</ToastProvider>
            </UserAuthProvider>
          </ThemeProvider>
        </PageStoresProvider>
        <NavigationProgress />
        {!framed && <PageScroll />}
        <Scripts />
      </body>
    </html>
  );
}

/** Marks the root element once the page responds to input: this effect runs after those of all hydrated components. */
function useHydratedMark(): void {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
}

export default function App() {
  return <Outlet />;
}

/** Renders the 404 page for missing resources, else an error page with a button that tries again. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      {isMissing(error) ? (
        <NotFound />
      ) : (
        <div className="wrap">
          <PageHead title="Có lỗi xảy ra" description="Trang chưa mở được." />
          <ErrorState level="h1" title="Có lỗi xảy ra" text="Trang chưa mở được. Bạn thử lại sau ít phút nhé." />
        </div>
      )}
    </Shell>
  );
}

function isMissing(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status === 404;
  return isApiError(error) && error.code === "not_found";
}
