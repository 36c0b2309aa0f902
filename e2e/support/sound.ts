/** The media element of a page: a song that plays goes on between two looks, so tests stop it or watch what moves it. */
import type { Page } from "@playwright/test";

/** Starts to collect to which seconds the song is moved. The returned function returns them, oldest first. */
export async function watchJumps(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const jumps: number[] = [];
    const time = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "currentTime");
    if (!time?.set) throw new Error("A media element has a time that can be set.");
    const set = time.set;
    Object.defineProperty(HTMLMediaElement.prototype, "currentTime", {
      ...time,
      set(second: number) {
        jumps.push(second);
        set.call(this, second);
      },
    });
    Object.assign(window, { jumps });
  });
  return () => page.evaluate(() => (window as unknown as { jumps: number[] }).jumps);
}

/** Moves the song to a second. */
export async function jumpTo(page: Page, second: number): Promise<void> {
  await page.evaluate((to) => {
    const audio = document.querySelector("audio");
    if (audio) audio.currentTime = to;
  }, second);
}
