/** Light or dark theme: the stored choice, else the system's preference. The root element's `dark` class holds the state. */
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { pageValue } from "./page-value.ts";
import { onStorageChange, readStored, writeStored } from "./storage.ts";

export interface Theme {
  isDark: boolean;
  toggle(): void;
}

const ThemeContext = createContext<Theme | undefined>(undefined);
const systemDark = "(prefers-color-scheme: dark)";
const isDarkNow = pageValue(false);

/** Parses the stored `darkMode`: a JSON boolean; undefined for other values. */
export function storedChoice(value: string | null): boolean | undefined {
  return value === "true" ? true : value === "false" ? false : undefined;
}

function apply(dark: boolean): void {
  document.documentElement.classList.toggle("dark", dark);
  const color = getComputedStyle(document.documentElement).getPropertyValue("--surface").trim();
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", color);
  isDarkNow.set(dark);
}

function toggle(): void {
  const dark = !isDarkNow.now();
  writeStored("darkMode", JSON.stringify(dark));
  apply(dark);
}

export function ThemeProvider({ children }: { children: ReactNode }) {
  const isDark = isDarkNow.use();
  useEffect(() => {
    // Set before the first paint.
    isDarkNow.set(document.documentElement.classList.contains("dark"));
    const system = window.matchMedia(systemDark);
    const update = () => apply(storedChoice(readStored("darkMode")) ?? system.matches);
    const stop = onStorageChange("darkMode", update);
    system.addEventListener("change", update);
    return () => {
      stop();
      system.removeEventListener("change", update);
    };
  }, []);
  const theme = useMemo(() => ({ isDark, toggle }), [isDark]);
  return <ThemeContext value={theme}>{children}</ThemeContext>;
}

/** Returns the theme. @throws Error outside `ThemeProvider` */
export function useTheme(): Theme {
  const theme = useContext(ThemeContext);
  if (!theme) throw new Error("useTheme must be used within a ThemeProvider");
  return theme;
}
