import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useMainFocus } from "../lib/use-main-focus.ts";
import { Redraw } from "../ui/redraw.tsx";
import { PremiumNotice } from "./account/premium-notice.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { useSendRounds } from "./learn/use-send-rounds.ts";
import { useForgetAccountOrders } from "./sales/own/stored-orders.ts";
import { SessionNotice } from "./session-notice.tsx";
import { SupportWidget } from "./support/support-widget.tsx";
import { WelcomeNotice } from "./welcome-notice.tsx";

export function Shell({ children }: { children: ReactNode }) {
  useForgetAccountOrders();
  useSendRounds();
  const main = useMainFocus(useLocation().pathname);
  return (
    <>
      <a className="skip" href="#main">
        Đến nội dung chính
      </a>
      <Redraw>
        <Header />
      </Redraw>
      <SessionNotice />
      <WelcomeNotice />
      <PremiumNotice />
      <main ref={main} id="main" tabIndex={-1}>
        {children}
      </main>
      <Redraw>
        <Footer />
        <SupportWidget />
      </Redraw>
    </>
  );
}
