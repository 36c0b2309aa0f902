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

export const commands = {
  emulateMedia: defineBrowserCommand<[MediaPreferences]>(({ page }, preferences) => page.emulateMedia(preferences)),
  /** Light, with motion, and the pointer in the corner. */
  resetVisitor: defineBrowserCommand(async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
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
