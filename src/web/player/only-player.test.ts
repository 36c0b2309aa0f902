import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { playAlone } from "./only-player.ts";

/** A player of one tab, as far as another one concerns it. */
function tab() {
  let playing = false;
  const listeners = new Set<() => void>();
  const set = (next: boolean) => {
    playing = next;
    for (const listener of listeners) listener();
  };
  const player = {
    getState: () => ({ playing }) as never,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pause: vi.fn(() => set(false)),
  };
  playAlone(player);
  return { set, pause: player.pause };
}

/** Channels of the page, which tell all others of the same name at once. */
class Channel extends EventTarget {
  static open: Channel[] = [];

  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
    Channel.open.push(this);
  }

  postMessage(data: unknown): void {
    for (const other of Channel.open) {
      if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent("message", { data }));
    }
  }
}

beforeEach(() => {
  Channel.open = [];
  vi.stubGlobal("BroadcastChannel", Channel);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("lets the newest of two tabs play", () => {
  const [first, second] = [tab(), tab()];
  first.set(true);
  second.set(true);
  expect(first.pause).toHaveBeenCalledOnce();
  expect(second.pause).not.toHaveBeenCalled();
  second.set(true);
  expect(first.pause, "a song that goes on is no news").toHaveBeenCalledOnce();
  first.set(true);
  expect(second.pause).toHaveBeenCalledOnce();
});

it("opens no channel in a tab that has played nothing", () => {
  tab().set(false);
  expect(Channel.open).toEqual([]);
});
