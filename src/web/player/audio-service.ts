/**
 * Owns the one media element of the site: one song at a time, for every card, the dock and the song page. Screens read
 * its state through `subscribe` and `getState`.
 */
import type { Song } from "#contract/catalogue.ts";
import { pictureOf } from "#contract/pictures.ts";
import { artistOf } from "../lib/artist.ts";

/** What the player needs of a song. */
export type Track = Pick<
  Song,
  "id" | "title" | "artist" | "audio_url" | "stream_url" | "thumbnail_url" | "is_premium" | "duration"
> & {
  /** Names a file that is heard as such, by the team: it is not counted, and what fails is told. */
  file?: string;
};

export interface PlayerState {
  /** The song in the player; undefined when nothing is loaded. */
  track: Track | undefined;
  /** True from the press on play until pause, end or error. */
  playing: boolean;
  /** True once play was pressed, until the song is closed or ends; a prepared song has not started. */
  started: boolean;
  /** Seconds. */
  position: number;
  /** Seconds; 0 while unknown. */
  duration: number;
  /** 0 to 1. */
  volume: number;
  /** The file that could not be played, until it is tried again. */
  failed: string | undefined;
  /** The last song that the server gave no address for. */
  refused: number | undefined;
}

/** The part of HTMLAudioElement that the service uses. */
export type MediaElement = Pick<
  HTMLAudioElement,
  | "src"
  | "preload"
  | "currentTime"
  | "duration"
  | "paused"
  | "volume"
  | "play"
  | "pause"
  | "load"
  | "removeAttribute"
  | "addEventListener"
>;

export type SystemControls = Pick<MediaSession, "metadata" | "playbackState" | "setActionHandler" | "setPositionState">;

export interface AudioServiceDeps {
  /** Makes the media element; called once, when a song is first loaded. */
  createElement: () => MediaElement;
  /** Fetches a song anew, with the listener's token. */
  fetchSong: (id: number) => Promise<Track>;
  /** Counts a start; its failure is of no interest to the listener. */
  countPlay: (id: number) => Promise<unknown>;
  /** The system's media controls, where there are any. */
  mediaSession?: SystemControls | undefined;
  createMetadata?: ((init: MediaMetadataInit) => MediaMetadata) | undefined;
}

export interface AudioService {
  getState: () => PlayerState;
  /** Calls back after each change; gives the function that ends it. */
  subscribe: (listener: () => void) => () => void;
  /** Plays a song from where it stands; another song's sound ends. One without an address is fetched with the listener's token. */
  play: (track: Track) => void;
  pause: () => void;
  /** Pauses the song if it plays, else plays it. */
  toggle: (track: Track) => void;
  /** Loads a song's length without playing it, when nothing else is loaded. */
  prepare: (track: Track) => void;
  /** Moves to a second of the song in the player. */
  seek: (seconds: number) => void;
  /** 0 to 1; stays for the songs that follow. */
  setVolume: (volume: number) => void;
  /** Stops the sound and empties the player. */
  close: () => void;
}

const empty: PlayerState = {
  track: undefined,
  playing: false,
  started: false,
  position: 0,
  duration: 0,
  volume: 1,
  failed: undefined,
  refused: undefined,
};

/** The address a song plays from: the signed link for the team, else what the API gave. */
export function playableUrl(track: Pick<Track, "audio_url" | "stream_url">): string | null {
  return track.stream_url ?? track.audio_url;
}

/** Whether two are the same song, or the same file. */
function isSame(one: Track | undefined, other: Track | undefined): boolean {
  return one?.id === other?.id && one?.file === other?.file;
}

export function createAudioService(deps: AudioServiceDeps): AudioService {
  const { fetchSong, countPlay, mediaSession, createMetadata } = deps;
  const listeners = new Set<() => void>();
  let state = empty;
  let element: MediaElement | undefined;
  /** The start of the song in the player: counted once, its link renewed at most once. */
  let start = newStart();

  function set(change: Partial<PlayerState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function media(): MediaElement {
    if (element) return element;
    const made = deps.createElement();
    element = made;
    made.volume = state.volume;
    made.addEventListener("playing", () => {
      const { track } = state;
      if (!track || track.file !== undefined || start.counted) return;
      start.counted = true;
      countPlay(track.id).catch(ignore);
    });
    made.addEventListener("timeupdate", () => {
      if (!state.track || !state.started) return;
      set({ position: made.currentTime });
      tellPosition();
    });
    made.addEventListener("loadedmetadata", () => {
      if (start.resumeAt !== undefined) made.currentTime = start.resumeAt;
      start.resumeAt = undefined;
      learnDuration(made);
    });
    made.addEventListener("durationchange", () => learnDuration(made));
    // Headphones and the system pause and go on by themselves; an element whose media failed also pauses.
    made.addEventListener("pause", () => {
      if (made.paused && state.playing && !start.renewing) stopped();
    });
    made.addEventListener("play", () => {
      if (state.track && !state.playing) set({ playing: true, started: true });
    });
    made.addEventListener("ended", clear);
    made.addEventListener("error", () => void recover());
    return made;
  }

  function learnDuration(from: MediaElement): void {
    if (state.track && Number.isFinite(from.duration) && from.duration > 0) {
      set({ duration: from.duration });
      tellPosition();
    }
  }

  function load(track: Track, url: string | null, preload: "metadata" | "auto"): void {
    const audio = media();
    audio.preload = preload;
    if (url) audio.src = url;
    else silence(audio);
    start = newStart();
    set({
      track,
      playing: false,
      started: false,
      position: 0,
      duration: track.duration ?? 0,
      failed: state.failed === track.file ? undefined : state.failed,
    });
  }

  function resume(): void {
    set({ playing: true, started: true });
    showMetadata();
    const { track } = state;
    // Only a refusal matters here: broken media has its own event, and a source replaced meanwhile is none of ours.
    media()
      .play()
      .catch((cause: unknown) => {
        if (isSame(state.track, track) && isRefusal(cause)) stopped();
      });
  }

  function stopped(): void {
    set({ playing: false });
    if (mediaSession) mediaSession.playbackState = "paused";
  }

  /** After a media error, or without an address: the song is fetched and tried once more; then the player empties. */
  async function recover(): Promise<void> {
    const { track, started } = state;
    const broken = start;
    if (!track) return;
    if (track.file !== undefined) {
      clear();
      return set({ failed: track.file });
    }
    if (!started || broken.renewed) return clear();
    broken.renewed = true;
    broken.renewing = true;
    const fresh = await fetchSong(track.id).catch(ignore);
    if (start !== broken) return;
    broken.renewing = false;
    const url = fresh && playableUrl(fresh);
    if (!url) {
      clear();
      if (fresh) set({ refused: track.id });
      return;
    }
    broken.resumeAt = state.position;
    media().src = url;
    set({ track: { ...track, audio_url: url, stream_url: null } });
    if (state.playing) resume();
  }

  /** Empties the player without a word. */
  function clear(): void {
    if (!state.track) return;
    state = { ...empty, volume: state.volume, failed: state.failed, refused: state.refused };
    start = newStart();
    if (element) silence(element);
    if (mediaSession) {
      mediaSession.metadata = null;
      mediaSession.playbackState = "none";
    }
    set({});
  }

  const service: AudioService = {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play(track) {
      const url = playableUrl(track);
      if (!isSame(state.track, track)) {
        element?.pause();
        load(track, url, "auto");
        if (!url) {
          set({ playing: true, started: true });
          return void recover();
        }
      }
      resume();
    },
    pause() {
      if (!state.playing) return;
      stopped();
      media().pause();
    },
    toggle(track) {
      if (state.playing && isSame(state.track, track)) service.pause();
      else service.play(track);
    },
    prepare(track) {
      const url = playableUrl(track);
      if (url && !state.track) load(track, url, "metadata");
    },
    seek(seconds) {
      if (!state.track) return;
      const end = state.duration > 0 ? state.duration : seconds;
      const position = Math.max(0, Math.min(seconds, end));
      media().currentTime = position;
      set({ position });
      tellPosition();
    },
    setVolume(volume) {
      if (element) element.volume = volume;
      set({ volume });
    },
    close: clear,
  };

  function showMetadata(): void {
    const { track } = state;
    if (!mediaSession || !track) return;
    mediaSession.playbackState = "playing";
    if (!createMetadata) return;
    mediaSession.metadata = createMetadata({
      title: track.title,
      artist: artistOf(track),
      artwork: artworkOf(track.thumbnail_url),
    });
    const step = (details: MediaSessionActionDetails) => details.seekOffset ?? 10;
    handle("play", () => state.track && service.play(state.track));
    handle("pause", () => service.pause());
    handle("stop", () => service.close());
    handle("seekto", (details) => details.seekTime !== undefined && service.seek(details.seekTime));
    handle("seekbackward", (details) => service.seek(state.position - step(details)));
    handle("seekforward", (details) => service.seek(state.position + step(details)));
    tellPosition();
  }

  function handle(action: MediaSessionAction, handler: MediaSessionActionHandler): void {
    try {
      mediaSession?.setActionHandler(action, handler);
    } catch {
      // The browser does not know this action.
    }
  }

  function tellPosition(): void {
    const { duration, position, started } = state;
    if (!started || duration <= 0 || !mediaSession?.setPositionState) return;
    mediaSession.setPositionState({ duration, position: Math.min(position, duration), playbackRate: 1 });
  }

  return service;
}

interface Start {
  counted: boolean;
  renewed: boolean;
  /** True while the new link is fetched. */
  renewing: boolean;
  /** Seconds; where a renewed link goes on. */
  resumeAt: number | undefined;
}

function newStart(): Start {
  return { counted: false, renewed: false, renewing: false, resumeAt: undefined };
}

/** Takes away what an element plays. */
function silence(element: MediaElement): void {
  element.pause();
  element.removeAttribute("src");
  element.load();
}

/** The picture for the system's own controls. */
function artworkOf(image: string | null): MediaImage[] {
  return image ? [{ src: pictureOf(image, 320, "webp") ?? image }] : [];
}

/** The browser did not let the sound begin by itself. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && cause.name === "NotAllowedError";
}

function ignore(): undefined {
  return undefined;
}
