/** Browser commands for component tests; they run in Vitest's process. */
import { defineBrowserCommand } from "@vitest/browser-playwright";

export interface MediaPreferences {
  colorScheme?: "light" | "dark" | null;
  reducedMotion?: "reduce" | "no-preference" | null;
}

interface Point {
  x: number;
  y: number;
}

/** Pages whose visitor has the usual preferences. */
const usual = new WeakSet<object>();

export const commands = {
  emulateMedia: defineBrowserCommand<[MediaPreferences]>(async ({ page }, preferences) => {
    usual.delete(page);
    await page.emulateMedia(preferences);
  }),
  /** Light, with motion, and the pointer in the corner. */
  resetVisitor: defineBrowserCommand(async ({ page }) => {
    if (!usual.has(page)) await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
    usual.add(page);
    await page.mouse.move(1, 1);
  }),
  moveMouse: defineBrowserCommand<[Point]>(({ page }, { x, y }) => page.mouse.move(x, y)),
};

declare module "vitest/browser" {
  interface BrowserCommands {
    emulateMedia: (preferences: MediaPreferences) => Promise<void>;
    resetVisitor: () => Promise<void>;
    moveMouse: (to: Point) => Promise<void>;
  }
}
