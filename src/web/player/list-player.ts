/**
 * The player of the site: single songs, which end in silence, and lists, whose songs follow each other by themselves. What a single
 * song came from is remembered, so that "next" can begin a list.
 */
import {
  type AudioService,
  type AudioServiceDeps,
  type AudioState,
  createAudioService,
  initialAudioState,
  isOffline,
  isSameTrack,
  playableUrl,
  type Track,
} from "./audio-service.ts";
import { extended, inListOrder, movedTo, type PlayQueue, presentOf, queueAt, shuffled, stepped } from "./play-queue.ts";

/** Songs as a page lists them. */
export interface SongList {
  tracks: readonly Track[];
  /** Number of songs with all further pages; that of `tracks` by default. */
  total?: number;
  /** Fetches songs after the first `count`, an empty list at the end. */
  more?: (count: number) => Promise<readonly Track[]>;
}

/** A list that a player goes on with elsewhere or later. */
export interface Kept {
  queue: PlayQueue;
  /** Seconds. */
  position: number;
  isList: boolean;
  isShuffled: boolean;
  repeat: Repeat;
}

export type Repeat = "none" | "all" | "one";

/** The moment to pause, in epoch milliseconds, or the end of the song. */
export type Sleep = number | "song";

/** A word about what the player did by itself. */
export interface Notice {
  kind: "locked" | "failed" | "slept" | "offline";
  /** Titles of the songs that it is about. */
  titles: readonly string[];
}

export interface ListState {
  /** True while the next song follows by itself. */
  isList: boolean;
  /** Place of the song in its list, from 1, and the number of its songs; 0 without a list. */
  place: number;
  count: number;
  hasNext: boolean;
  /** The songs of the list as far as they are known, with the present one: another queue after each change. */
  queue: PlayQueue | undefined;
  /** The song that can be heard after one that ended in silence. */
  offered: Track | undefined;
  repeat: Repeat;
  isShuffled: boolean;
  sleep: Sleep | undefined;
  notice: Notice | undefined;
}

export type PlayerState = AudioState & ListState;

export interface PlayerDeps extends Omit<AudioServiceDeps, "next" | "onFailed" | "skip"> {
  /** Returns 0 to below 1. */
  random: () => number;
}

export interface Player
  extends Pick<
    AudioService,
    "subscribe" | "pause" | "prepare" | "seek" | "setVolume" | "setRate" | "positionNow" | "setCover" | "close"
  > {
  getState: () => PlayerState;
  /**
   * Plays a song from its position: one of the list that is playing within that list, another by itself, after which a list stops.
   * @param from where it stands, for the next one
   */
  play: (track: Track, from?: SongList) => void;
  toggle: (track: Track, from?: SongList) => void;
  /** Plays all songs of a list, beginning with its first, or in random order. */
  playList: (list: SongList, order?: "listed" | "shuffled") => void;
  /** Goes on to the next song, with which a list begins. */
  next: () => void;
  /** Goes back to the beginning of the song, and from there to the song before. */
  previous: () => void;
  setRepeat: (repeat: Repeat) => void;
  setShuffled: (isShuffled: boolean) => void;
  /** Pauses after some minutes or at the end of the song; never with undefined. */
  sleepAfter: (time: number | "song" | undefined) => void;
  /** Tells which songs the listener may hear; a list passes over the others. */
  setAccess: (canHear: (track: Track) => boolean) => void;
  /**
   * Changes what comes; a single song becomes a list of itself and what it is given. Without a song, changes nothing.
   * @param closes whether songs of the list that were not fetched come no more; as it was by default
   */
  edit: (change: (queue: PlayQueue) => PlayQueue, closes?: boolean) => void;
  /** Fetches the songs of the list that come after the known ones; resolves to false without network. */
  loadMore: () => Promise<boolean>;
  /** Shows songs paused at a second of the one at `place`, unless a song plays or stands; nothing sounds or counts. */
  restore: (kept: Kept) => void;
  /** Closes a single song when a page is opened that is not its own; a list goes on. */
  leaveFor: (path: string) => void;
}

const initialList: ListState = {
  isList: false,
  place: 0,
  count: 0,
  hasNext: false,
  queue: undefined,
  offered: undefined,
  repeat: "none",
  isShuffled: false,
  sleep: undefined,
  notice: undefined,
};

export const initialPlayerState: PlayerState = { ...initialAudioState, ...initialList };

/** Seconds before the end of a song, from which the link of the next is fetched. */
const prefetchBefore = 20;
/** Seconds after which "previous" leads to the beginning of the song. */
const restartAfter = 3;
/** Songs before the end of the queue, from which further ones are fetched. */
const loadBefore = 3;
/** Songs of a list that random order covers. */
const mostShuffled = 500;
/** Songs in a row that could not be played, after which a list stops. */
const mostFailures = 3;

export function createPlayer(deps: PlayerDeps): Player {
  const listeners = new Set<() => void>();
  const audio = createAudioService({ ...deps, next: afterEnd, onFailed, skip });
  let list = initialList;
  let state = initialPlayerState;
  let source: SongList | undefined;
  let queue: PlayQueue | undefined;
  /** Songs of `source` that were fetched; those that the queue had already count, too. */
  let fetchedCount = 0;
  /** True once somebody has cleared what comes: further pages add nothing. */
  let isClosed = false;
  let loading: Promise<boolean> | undefined;
  let canHear: (track: Track) => boolean = () => true;
  /** Songs of this list that the API gave no URL for. */
  let denied = new Set<number>();
  /** The next song with a fresh link. */
  let upcoming: Track | undefined;
  let hasPrefetched = false;
  let failures = 0;
  let direction: 1 | -1 = 1;
  /** Rises with each song and pause: a list that waits for its next page of songs then waits no more. */
  let turn = 0;
  let sleepTimer: ReturnType<typeof setTimeout> | undefined;

  audio.subscribe(() => {
    const { position, duration, offline, track } = audio.getState();
    if (offline && !state.offline && track) list = { ...list, notice: noticeOf("offline", track) };
    if (position > 0) failures = 0;
    if (typeof list.sleep === "number" && Date.now() >= list.sleep) return fallAsleep();
    if (list.isList && position > 0 && duration > 0 && duration - position < prefetchBefore) void prefetch();
    publish();
  });

  function publish(): void {
    state = { ...audio.getState(), ...list };
    for (const listener of listeners) listener();
  }

  function set(change: Partial<ListState>): void {
    list = { ...list, ...change };
    const rest = hasPages() ? Math.max(0, (source?.total ?? 0) - fetchedCount) : 0;
    const count = queue ? queue.order.length + rest : 0;
    list = {
      ...list,
      queue,
      place: queue ? queue.place + 1 : 0,
      count,
      hasNext: queue !== undefined && hasFollowing(),
    };
    publish();
  }

  function hasPages(): boolean {
    return !isClosed && source?.more !== undefined && fetchedCount < (source.total ?? Infinity);
  }

  function hasFollowing(): boolean {
    return following(1) !== undefined || hasPages();
  }

  /** Returns the queue at the next song that may be heard, as far as is known. */
  function following(step: 1 | -1): PlayQueue | undefined {
    let next = queue;
    for (let left = queue?.order.length ?? 0; next && left > 0; left--) {
      next = stepped(next, step, list.repeat === "all");
      const track = next && presentOf(next);
      if (track && canHear(track) && !denied.has(track.id)) return next;
    }
    return undefined;
  }

  function leaveQueue(): void {
    turn++;
    source = undefined;
    queue = undefined;
    denied = new Set();
    upcoming = undefined;
    fetchedCount = 0;
    failures = 0;
    isClosed = false;
  }

  function enterQueue(track: Track, from: SongList | undefined): void {
    leaveQueue();
    if (!from || track.file !== undefined) return;
    source = from;
    queue = queueAt(from.tracks, track);
    fetchedCount = from.tracks.length;
  }

  /** Takes the place in the queue, and returns its song with the freshest link. */
  function moveTo(moved: PlayQueue): Track | undefined {
    turn++;
    const passed = queue ? moved.order.slice(queue.place + 1, moved.place) : [];
    queue = moved;
    hasPrefetched = false;
    const track = presentOf(moved);
    const fresh = upcoming && track && upcoming.id === track.id ? upcoming : track;
    upcoming = undefined;
    const locked = passed.filter((each) => !canHear(each) || denied.has(each.id));
    set({ offered: undefined, ...(locked.length > 0 ? { notice: noticeOf("locked", ...locked) } : {}) });
    loadAhead();
    return fresh;
  }

  function start(moved: PlayQueue): void {
    const track = moveTo(moved);
    if (track) audio.restart(track);
  }

  function go(step: 1 | -1): void {
    direction = step;
    set({ isList: true, offered: undefined });
    const moved = following(step) ?? following(1);
    if (moved) return start(moved);
    const own = ++turn;
    const attempt = async () => {
      const isLoaded = await loadMore();
      if (own !== turn) return true;
      const later = following(1);
      if (later) start(later);
      else if (isLoaded) end();
      return isLoaded;
    };
    void attempt().then((isDone) => {
      if (isDone) return;
      set({ notice: noticeOf("offline") });
      deps.retry(attempt);
    });
  }

  function afterEnd(ended: Track): Track | "later" | undefined {
    const sleeps = list.sleep === "song";
    if (sleeps) set({ sleep: undefined, notice: noticeOf("slept", ended) });
    if (!sleeps && list.repeat === "one") return ended;
    direction = 1;
    const moved = following(1);
    if (moved && list.isList && !sleeps) return moveTo(moved);
    if (list.isList && !sleeps) {
      // The page of songs that follows may still be under way.
      if (hasFollowing()) {
        go(1);
        return "later";
      }
      end();
      return undefined;
    }
    set({ isList: false, offered: moved && presentOf(moved) });
    return undefined;
  }

  function onFailed(track: Track, isDenied: boolean): void {
    if (!list.isList) return;
    if (isDenied) denied.add(track.id);
    else failures++;
    set({ notice: noticeOf(isDenied ? "locked" : "failed", track) });
    if (failures >= mostFailures) end();
    else go(direction);
  }

  function skip(): ((step: 1 | -1) => void) | undefined {
    if (!queue || queue.order.length < 2) return undefined;
    return (step) => (step === 1 ? player.next() : player.previous());
  }

  /** Fetches the next song before the present one ends, and passes over those that may not be heard. */
  async function prefetch(): Promise<void> {
    if (hasPrefetched || list.repeat === "one") return;
    hasPrefetched = true;
    const present = audio.getState().track;
    for (;;) {
      const moved = following(1);
      const track = moved && presentOf(moved);
      if (!track) return;
      const fresh = await deps.fetchSong(track.id).catch(() => undefined);
      if (!isSameTrack(audio.getState().track, present) || !fresh) return;
      if (playableUrl(fresh) !== null) {
        upcoming = fresh;
        return;
      }
      denied.add(track.id);
    }
  }

  /** Fetches what a list needs soon: with random order all of it, so that each song may come next. */
  function loadAhead(): void {
    if (!list.isList || !queue) return;
    if (list.isShuffled && hasPages()) void loadRest();
    else if (queue.order.length - queue.place <= loadBefore) void loadMore();
  }

  async function loadRest(): Promise<void> {
    const from = source;
    const before = fetchedCount;
    if (!(await loadMore()) || source !== from || fetchedCount === before) return;
    if (hasPages() && fetchedCount < mostShuffled) await loadRest();
  }

  /** Resolves once the songs are in the queue, or there are none; to false without network. */
  function loadMore(): Promise<boolean> {
    loading ??= fetchMore().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  async function fetchMore(): Promise<boolean> {
    const from = source;
    if (!from?.more || !hasPages()) return true;
    // A page that fails is fetched again with the next song.
    const tracks = await from.more(fetchedCount).catch((error: unknown) => (isOffline(error) ? "offline" : undefined));
    if (tracks === "offline") return false;
    if (source !== from || !queue || !tracks) return true;
    fetchedCount = tracks.length > 0 ? fetchedCount + tracks.length : Infinity;
    queue = extended(queue, tracks, list.isShuffled ? deps.random : undefined);
    set({});
    return true;
  }

  function fallAsleep(): void {
    clearTimeout(sleepTimer);
    const { track, playing } = audio.getState();
    set({ sleep: undefined, ...(track && playing ? { notice: noticeOf("slept", track) } : {}) });
    player.pause();
  }

  /** Leaves the list; the song that is loaded stops. */
  function end(): void {
    clearTimeout(sleepTimer);
    leaveQueue();
    list = { ...initialList, notice: list.notice };
    audio.close();
    publish();
  }

  const player: Player = {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play(track, from) {
      const isLoaded = isSameTrack(audio.getState().track, track);
      if (list.isList && track.file === undefined) {
        if (isLoaded) return audio.play(track);
        const moved = queue && movedTo(queue, track);
        if (moved) return start(moved);
      }
      if (!isLoaded || from) enterQueue(track, from);
      set({ isList: false, isShuffled: false, repeat: list.repeat === "one" ? "one" : "none", offered: undefined });
      audio.play(track);
    },
    toggle(track, from) {
      if (state.playing && isSameTrack(state.track, track)) player.pause();
      else player.play(track, from);
    },
    playList(from, order = "listed") {
      const heard = from.tracks.filter((track) => canHear(track));
      const first = heard[order === "shuffled" ? Math.floor(deps.random() * heard.length) : 0];
      if (!first) return;
      enterQueue(first, from);
      const isShuffled = order === "shuffled";
      if (queue && isShuffled) queue = shuffled(queue, deps.random);
      set({ isList: true, isShuffled });
      const present = queue && moveTo(queue);
      if (present) audio.play(present);
    },
    pause() {
      turn++;
      audio.pause();
    },
    prepare: audio.prepare,
    seek: audio.seek,
    setVolume: audio.setVolume,
    setRate: audio.setRate,
    positionNow: audio.positionNow,
    setCover: audio.setCover,
    next: () => {
      if (queue) go(1);
    },
    previous() {
      if (state.position > restartAfter || !following(-1)) audio.seek(0);
      else go(-1);
    },
    setRepeat(repeat) {
      set({ repeat, ...(repeat === "all" && queue ? { isList: true } : {}) });
    },
    setShuffled(isShuffled) {
      if (!queue) return;
      queue = isShuffled ? shuffled(queue, deps.random) : inListOrder(queue);
      upcoming = undefined;
      hasPrefetched = false;
      set({ isShuffled, isList: true });
      loadAhead();
    },
    sleepAfter(time) {
      clearTimeout(sleepTimer);
      if (typeof time !== "number") return set({ sleep: time });
      const wait = time * 60_000;
      // In a hidden page timers may wait, but the song tells its position: whichever comes first.
      sleepTimer = setTimeout(fallAsleep, wait);
      set({ sleep: Date.now() + wait });
    },
    setAccess(access) {
      canHear = access;
      set({});
    },
    edit(change, closes = isClosed) {
      const { track, started } = audio.getState();
      if (!track || !started) return;
      if (!queue || !list.isList) enterQueue(track, { tracks: [track] });
      if (!queue) return;
      isClosed = closes;
      queue = change(queue);
      upcoming = undefined;
      hasPrefetched = false;
      set({ isList: true, offered: undefined });
      audio.showControls();
      loadAhead();
    },
    loadMore,
    restore({ queue: kept, position, isList, isShuffled, repeat }) {
      const track = presentOf(kept);
      if (!track || state.started) return;
      leaveQueue();
      queue = kept;
      audio.restore(track, position);
      set({ isList, isShuffled, repeat, offered: undefined });
    },
    leaveFor(path) {
      const { track } = state;
      if (list.isList || (track && path === `/songs/${track.id}`)) return;
      player.close();
    },
    close() {
      list = { ...list, notice: undefined };
      end();
    },
  };

  return player;
}

function noticeOf(kind: Notice["kind"], ...tracks: Track[]): Notice {
  return { kind, titles: tracks.map(({ title }) => title) };
}
