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

/** Milliseconds of the song. */
interface Heard {
  ends: number[];
  starts: number[];
}

/**
 * Starts to collect where the song stands at each pause, and where each jump brings it, in milliseconds. Moments in which the page came
 * to nothing, because the machine had no time for it, say nothing of the song and are left out. The returned function returns them.
 */
export async function watchSong(page: Page): Promise<() => Promise<Heard>> {
  await page.evaluate(() => {
    const heard: Heard = { ends: [], starts: [] };
    let ticked = performance.now();
    let stalled = 0;
    setInterval(() => {
      const now = performance.now();
      if (now - ticked > 25) stalled = now;
      ticked = now;
    }, 5);
    const note = (song: HTMLMediaElement, places: number[]) => {
      const now = performance.now();
      if (now - ticked < 25 && now - stalled > 100) places.push(song.currentTime * 1000);
    };
    const { prototype } = HTMLMediaElement;
    const pause = prototype.pause;
    // The event comes later, when the song may have been moved back already.
    prototype.pause = function pauseNoted() {
      if (!this.paused) note(this, heard.ends);
      pause.call(this);
    };
    document.addEventListener("seeked", ({ target }) => note(target as HTMLMediaElement, heard.starts), true);
    Object.assign(window, { heard });
  });
  return () => page.evaluate(() => (window as unknown as { heard: Heard }).heard);
}
