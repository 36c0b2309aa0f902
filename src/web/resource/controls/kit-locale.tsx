/** Vietnamese for React Aria: its strings, and the form of its dates and numbers. */
import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { vietnameseStrings } from "./vietnamese-strings.ts";

const locale = "vi-VN";

// React Aria reads its strings from these properties of the window, which its `LocalizedStringProvider` sets by a script of the server's page.
// The server's page of a back office holds no component of React Aria.
if (typeof window !== "undefined") {
  Object.assign(window, {
    [Symbol.for("react-aria.i18n.locale")]: locale,
    [Symbol.for("react-aria.i18n.strings")]: vietnameseStrings,
  });
}

/** Must be around every component of React Aria: the build leaves out the strings of all other languages. */
export function KitLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={locale}>{children}</I18nProvider>;
}
