/** Light or dark: the stored choice, else what the system prefers. The root element's `dark` class is the truth. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import { onStoredElsewhere, readStored, writeStored } from "./storage.ts";

export interface Theme {
  isDark: boolean;
  toggle(): void;
}

const ThemeContext = createContext<Theme | undefined>(undefined);
const systemDark = "(prefers-color-scheme: dark)";
const listeners = new Set<() => void>();

/** What `darkMode` means: a JSON boolean, anything else is no choice. */
export function storedChoice(value: string | null): boolean | undefined {
  return value === "true" ? true : value === "false" ? false : undefined;
}

function isDarkNow(): boolean {
  return document.documentElement.classList.contains("dark");
}

function apply(dark: boolean): void {
  document.documentElement.classList.toggle("dark", dark);
  const color = getComputedStyle(document.documentElement).getPropertyValue("--surface").trim();
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", color);
  for (const listener of listeners) listener();
}

function toggle(): void {
  const dark = !isDarkNow();
  writeStored("darkMode", JSON.stringify(dark));
  apply(dark);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function ThemeProvider({ children }: { children: ReactNode }) {
  const isDark = useSyncExternalStore(subscribe, isDarkNow, () => false);
  useEffect(() => {
    const system = window.matchMedia(systemDark);
    const follow = () => apply(storedChoice(readStored("darkMode")) ?? system.matches);
    const stop = onStoredElsewhere("darkMode", follow);
    system.addEventListener("change", follow);
    return () => {
      stop();
      system.removeEventListener("change", follow);
    };
  }, []);
  const theme = useMemo(() => ({ isDark, toggle }), [isDark]);
  return <ThemeContext value={theme}>{children}</ThemeContext>;
}

/** The theme and how to change it. Only inside `ThemeProvider`. */
export function useTheme(): Theme {
  const theme = useContext(ThemeContext);
  if (!theme) throw new Error("useTheme must be used within a ThemeProvider");
  return theme;
}
