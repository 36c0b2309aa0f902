/** What component tests ask of the browser itself; these run in Vitest's process. */
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
  moveMouse: defineBrowserCommand<[Point]>(({ page }, { x, y }) => page.mouse.move(x, y)),
  /** Answers an address with a file of the repository, until the test ends. */
  serveFile: defineBrowserCommand<[address: string, file: string]>(({ page }, address, file) =>
    page.route(`**${address}`, (route) => route.fulfill({ path: file })),
  ),
  stopServing: defineBrowserCommand<[address: string]>(({ page }, address) => page.unroute(`**${address}`)),
};

declare module "vitest/browser" {
  interface BrowserCommands {
    emulateMedia: (preferences: MediaPreferences) => Promise<void>;
    moveMouse: (to: Point) => Promise<void>;
    serveFile: (address: string, file: string) => Promise<void>;
    stopServing: (address: string) => Promise<void>;
  }
}
