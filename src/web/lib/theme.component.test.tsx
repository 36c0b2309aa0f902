import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { prefer } from "#test/component/visitor.ts";
import { ThemeButton } from "../ui/theme-button.tsx";
import { readStored, writeStored } from "./storage.ts";

const toggle = page.getByRole("button", { name: "Đổi giao diện sáng hoặc tối" });
const isDark = () => document.documentElement.classList.contains("dark");
const barColour = () => document.querySelector("meta[name=theme-color]")?.getAttribute("content");

beforeEach(() => void stubApi());

test("follows the system's preference and its changes without a choice", async () => {
  await prefer({ colorScheme: "dark" });
  await renderWithin(<ThemeButton />);
  expect(isDark()).toBe(true);
  await prefer({ colorScheme: "light" });
  await expect.poll(isDark).toBe(false);
  await prefer({ colorScheme: "dark" });
  await expect.poll(isDark).toBe(true);
  expect(readStored("darkMode")).toBeNull();
});

test("stores a choice, prefers it to the system's, and changes the browser bar's colour", async () => {
  const first = await renderWithin(<ThemeButton />);
  const light = barColour();
  await toggle.click();
  expect(isDark()).toBe(true);
  expect(readStored("darkMode")).toBe("true");
  expect(barColour()).not.toBe(light);
  await toggle.click();
  expect(isDark()).toBe(false);
  expect(readStored("darkMode")).toBe("false");
  expect(barColour()).toBe(light);
  await first.unmount();
  await prefer({ colorScheme: "dark" });
  await renderWithin(<ThemeButton />);
  expect(isDark()).toBe(false);
});

test("follows the choice of another tab", async () => {
  await renderWithin(<ThemeButton />);
  writeStored("darkMode", "true");
  window.dispatchEvent(new StorageEvent("storage", { key: "darkMode", newValue: "true" }));
  await expect.poll(isDark).toBe(true);
});
