/** User input and device settings beyond `userEvent`. */
import { expect, vi } from "vitest";
import { cdp, commands, type Locator, page } from "vitest/browser";
import type { MediaPreferences } from "./commands.ts";

interface Point {
  x: number;
  y: number;
}

/** Sets the system's preferences until the test ends. */
export async function prefer(preferences: MediaPreferences): Promise<void> {
  await commands.emulateMedia(preferences);
}

/** Moves the pointer to the corner of the screen. */
export async function leaveWithPointer(): Promise<void> {
  await commands.moveMouse({ x: 1, y: 1 });
  await settled();
}

/** Waits until React has run its scheduled work: its scheduler uses messages, and these are queued after them. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    const { port1, port2 } = new MessageChannel();
    const received = new Promise((resolve) => port1.addEventListener("message", resolve));
    port1.start();
    port2.postMessage("");
    await received;
    port1.close();
  }
}

/** Presses "Làm mới", also behind an open panel, once all is read: until then it does nothing. */
export async function readAgain(): Promise<void> {
  const button = page.getByRole("button", { name: "Làm mới", includeHidden: true });
  await expect.element(button).toHaveAttribute("aria-disabled", "false");
  (button.element() as HTMLElement).click();
}

/** Changes the tab's visibility. */
export async function hideTab(hidden: boolean): Promise<void> {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(hidden ? "hidden" : "visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
}

/** Returns the middle of an element in the coordinates of the browser window, in which the test's page is a frame. */
export function middleOf(target: Locator): Point {
  const element = target.element();
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 };
  return { x: Math.round(frame.x + x + width / 2), y: Math.round(frame.y + y + height / 2) };
}

export async function touch(type: "touchStart" | "touchMove" | "touchEnd", at?: Point): Promise<void> {
  await cdp().send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
}

/** Swipes with one finger. @param right pixels @param down pixels */
export async function swipe(from: Point, right: number, down = 0): Promise<void> {
  const steps = 7;
  await touch("touchStart", from);
  for (let step = 1; step <= steps; step++) {
    await touch("touchMove", {
      x: from.x + Math.round((right * step) / steps),
      y: from.y + Math.round((down * step) / steps),
    });
  }
  await touch("touchEnd");
  await settled();
}
