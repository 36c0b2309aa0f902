/** Work that every process does once a day, in some hours of the day in Vietnam; several processes may do it at once. */
import type { Logger } from "pino";
import { startOfVietnamDay, vietnamDay } from "./vietnam-time.ts";

const hourMs = 3600_000;
const lookEveryMs = 5 * 60_000;

export interface DailyWork {
  /** Names the work in the log. */
  name: string;
  /** First hour, and the hour in which it is not begun any more. */
  hours: readonly [first: number, end: number];
  /** @param now milliseconds. @param signal aborts when the process stops. */
  run(now: number, signal: AbortSignal): Promise<unknown>;
}

/** Does the work of each day; work that fails is tried again within its hours. */
export function createDailyWorks(works: readonly DailyWork[], log: Pick<Logger, "error">) {
  const stopping = new AbortController();
  const doneOn = new Map<DailyWork, string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  /** Does what is due and was not done today. @param now milliseconds. */
  async function look(now = Date.now()): Promise<void> {
    const day = vietnamDay(now);
    const hour = (now - startOfVietnamDay(day).getTime()) / hourMs;
    for (const work of works) {
      const [first, end] = work.hours;
      if (hour < first || hour >= end || doneOn.get(work) === day || stopping.signal.aborted) continue;
      try {
        await work.run(now, stopping.signal);
        if (!stopping.signal.aborted) doneOn.set(work, day);
      } catch (err) {
        log.error({ err, work: work.name }, "daily work failed, to be tried again");
      }
    }
  }

  return {
    look,

    /** Looks for due work now and every few minutes. */
    start(): void {
      const tick = () => {
        running = look().then(() => {
          if (!stopping.signal.aborted) timer = setTimeout(tick, lookEveryMs).unref();
        });
      };
      tick();
    },

    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

export type DailyWorks = ReturnType<typeof createDailyWorks>;
