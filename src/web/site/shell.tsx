import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { SupportWidget } from "./support/support-widget.tsx";

/** Header, main, footer and support button around a public page. A new page takes the focus, as a page load would. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a className="skip" href="#main">
        Đến nội dung chính
      </a>
      <Header />
      <main ref={main} id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <SupportWidget />
    </>
  );
}
