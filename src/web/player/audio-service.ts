/** Plays one track at a time. It owns the one media element of the page; what follows a track is `list-player.ts`'s to say. */
import type { Song } from "#contract/catalogue.ts";
import { isApiError } from "#contract/errors.ts";
import { pictureOf } from "#contract/pictures.ts";
import { artistOf } from "../lib/artist.ts";

export type Track = Pick<
  Song,
  "id" | "title" | "artist" | "audio_url" | "stream_url" | "thumbnail_url" | "is_premium" | "duration"
> & {
  /** Key of a file that the team previews: its plays are not counted, and its errors appear in `failedFile`. */
  file?: string;
};

export interface AudioState {
  track: Track | undefined;
  /** True from `play` until pause, end or error, also while the media loads. */
  playing: boolean;
  /** True while a playing track waits for its media. */
  loading: boolean;
  /** True while a song that was started waits for the network. */
  offline: boolean;
  /** True from `play` until the song ends or is closed; false for a prepared song. */
  started: boolean;
  /** Seconds. */
  position: number;
  /** Rises with each seek and each song that is loaded: while it stays, the song only went on. */
  jumps: number;
  /** Seconds; 0 while unknown. */
  duration: number;
  volume: number;
  /** 1 for the speed at which a song was made; another one holds until another song is loaded. */
  rate: number;
  /** `Track.file` of the last failed file, until it is played again. */
  failedFile: string | undefined;
  /** `MediaError.code` of that failure, if the browser told one. */
  failedCode: number | undefined;
  /** Id of the last song that the API returned without a URL. */
  deniedId: number | undefined;
}

export type MediaElement = Pick<
  HTMLAudioElement,
  | "src"
  | "preload"
  | "currentTime"
  | "duration"
  | "paused"
  | "seeking"
  | "volume"
  | "playbackRate"
  | "defaultPlaybackRate"
  | "error"
  | "play"
  | "pause"
  | "load"
  | "removeAttribute"
  | "addEventListener"
>;

export type SystemControls = Pick<MediaSession, "metadata" | "playbackState" | "setActionHandler" | "setPositionState">;

export interface AudioServiceDeps {
  createElement: () => MediaElement;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  /** Repeats an attempt until it resolves to true, as signs of the network tell; returns its end. */
  retry: (attempt: () => Promise<boolean>) => () => void;
  fetchSong: (id: number) => Promise<Track>;
  countPlay: (id: number) => Promise<unknown>;
  mediaSession?: SystemControls | undefined;
  createMetadata?: ((init: MediaMetadataInit) => MediaMetadata) | undefined;
  /**
   * Returns the track that follows one that has ended. It begins within the same event: on a locked phone, a later source stays silent. One
   * that is still being looked for is played `later`; until then the ended one stands as loading.
   */
  next?: (ended: Track) => Track | "later" | undefined;
  /** Told of a song that was started, can't be played and is unloaded. @param isDenied the API gave no URL */
  onFailed?: (track: Track, isDenied: boolean) => void;
  /** Whether the system has two places for buttons beside play, and gives them to the seeking ones first, as iOS does. */
  hasTwoButtons?: boolean;
  /** Returns what the system's buttons for next (1) and previous (-1) do, if there is another song. */
  skip?: () => ((step: 1 | -1) => void) | undefined;
}

export interface AudioService {
  getState: () => AudioState;
  /** Adds a listener for state changes; returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  /** Plays a song from its position, and stops another. A song without a URL is fetched first. */
  play: (track: Track) => void;
  /** Plays a song from its beginning, also the one that is loaded. */
  restart: (track: Track) => void;
  pause: () => void;
  toggle: (track: Track) => void;
  /** Loads the metadata of a song without playing it, unless another song is loaded. */
  prepare: (track: Track) => void;
  /** Shows a song that stands paused at a second; its sound is loaded when it is played. One that was heard counts no second time. */
  restore: (track: Track, position: number) => void;
  /** Offers the system's buttons anew, after there came to be another song, or none. */
  showControls: () => void;
  seek: (seconds: number) => void;
  /** Sets the volume, 0 to 1, for this song and all later ones. */
  setVolume: (volume: number) => void;
  /** Sets the speed of the loaded song, 0.5 to 2, at the same pitch. */
  setRate: (rate: number) => void;
  /** Returns the seconds at which the loaded song is at this moment; `position` is up to a quarter of a second older. */
  positionNow: () => number;
  /** Shows the drawn cover of a song without an image in the system's controls. @param src of a PNG of 512 × 512 */
  setCover: (id: number, src: string) => void;
  close: () => void;
}

export const initialAudioState: AudioState = {
  track: undefined,
  playing: false,
  loading: false,
  offline: false,
  started: false,
  position: 0,
  jumps: 0,
  duration: 0,
  volume: 1,
  rate: 1,
  failedFile: undefined,
  failedCode: undefined,
  deniedId: undefined,
};

/** Returns the URL to play: the team's signed `stream_url`, else `audio_url`. */
export function playableUrl(track: Pick<Track, "audio_url" | "stream_url">): string | null {
  return track.stream_url ?? track.audio_url;
}

/** Whether the API withheld the URL and lyrics of a Premium song from this visitor. */
export function isWithheld(track: Pick<Track, "is_premium" | "audio_url" | "stream_url">): boolean {
  return track.is_premium && playableUrl(track) === null;
}

/** Returns of a song what the player needs, so that pages do not carry its lyrics and waveform for it. */
export function toTrack(song: Track): Track {
  const { id, title, artist, audio_url, stream_url, thumbnail_url, is_premium, duration } = song;
  return { id, title, artist, audio_url, stream_url: stream_url ?? null, thumbnail_url, is_premium, duration };
}

/** Whether both are the same song, or the same file of a preview. */
export function isSameTrack(one: Track | undefined, other: Track | undefined): boolean {
  return one?.id === other?.id && one?.file === other?.file;
}

export function createAudioService(deps: AudioServiceDeps): AudioService {
  const { fetchSong, countPlay, mediaSession, createMetadata, retry, now = () => performance.now() } = deps;
  const listeners = new Set<() => void>();
  let state = initialAudioState;
  let element: MediaElement | undefined;
  let playback = newPlayback();
  let drawn: { id: number; src: string } | undefined;
  /** The last position that the element told, in seconds, and when, in milliseconds. */
  let anchor = { position: 0, at: 0 };

  function set(change: Partial<AudioState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function dropAnchor(position: number): void {
    anchor = { position, at: now() };
  }

  function setElementRate(audio: MediaElement, rate: number): void {
    // A new source is played at the default rate.
    audio.defaultPlaybackRate = rate;
    audio.playbackRate = rate;
  }

  function media(): MediaElement {
    if (element) return element;
    const audio = deps.createElement();
    element = audio;
    audio.volume = state.volume;
    for (const event of ["timeupdate", "playing", "waiting", "pause", "seeked", "ratechange"] as const) {
      audio.addEventListener(event, () => dropAnchor(audio.currentTime));
    }
    audio.addEventListener("waiting", () => {
      if (state.playing) set({ loading: true });
    });
    audio.addEventListener("playing", () => {
      const { track } = state;
      if (state.loading) set({ loading: false });
      showMetadata();
      if (!track || track.file !== undefined || playback.isCounted) return;
      playback.isCounted = true;
      countPlay(track.id).catch(ignore);
    });
    audio.addEventListener("timeupdate", () => {
      if (!state.track || !state.started) return;
      set({ position: audio.currentTime });
      reportPosition();
    });
    audio.addEventListener("loadedmetadata", () => {
      if (playback.resumeAt !== undefined) audio.currentTime = playback.resumeAt;
      playback.resumeAt = undefined;
      updateDuration(audio);
    });
    audio.addEventListener("durationchange", () => updateDuration(audio));
    // Headphones and the system pause by themselves. Failed media pauses too, which must not end a renewal.
    audio.addEventListener("pause", () => {
      if (audio.paused && state.playing && !playback.isRenewing) markPaused();
    });
    audio.addEventListener("play", () => {
      if (state.track && !state.playing) set({ playing: true, started: true });
    });
    audio.addEventListener("ended", () => {
      const next = state.track && deps.next?.(state.track);
      if (next === "later") set({ playing: true, loading: true });
      else if (next) service.restart(next);
      else clear();
    });
    audio.addEventListener("error", () => void recover());
    return audio;
  }

  function updateDuration({ duration }: MediaElement): void {
    if (state.track && Number.isFinite(duration) && duration > 0) {
      set({ duration });
      reportPosition();
    }
  }

  function load(track: Track, url: string | null, preload: "none" | "metadata" | "auto"): void {
    const audio = media();
    audio.preload = preload;
    setElementRate(audio, 1);
    if (url) audio.src = url;
    else unload(audio);
    playback.endRetry?.();
    playback = newPlayback();
    dropAnchor(0);
    set({
      track,
      rate: 1,
      playing: false,
      loading: false,
      offline: false,
      started: false,
      position: 0,
      jumps: state.jumps + 1,
      duration: track.duration ?? 0,
      failedFile: state.failedFile === track.file ? undefined : state.failedFile,
    });
  }

  function resume(): void {
    set({ playing: true, loading: true, started: true });
    showMetadata();
    const { track } = state;
    // Other rejections are handled elsewhere: media errors fire `error`, and a replaced source rejects with AbortError.
    media()
      .play()
      .catch((cause: unknown) => {
        if (isSameTrack(state.track, track) && isAutoplayBlocked(cause)) markPaused();
      });
  }

  function begin(): void {
    if (state.track && playableUrl(state.track)) return resume();
    set({ playing: true, loading: true, started: true });
    void recover();
  }

  function markPaused(): void {
    set({ playing: false, loading: false });
    if (mediaSession) mediaSession.playbackState = "paused";
  }

  /**
   * After a media error, or without a URL: fetches the song and plays it once more from where it was, else unloads it. Without network it
   * waits: a song is only taken for a bad one while its server answers.
   */
  async function recover(): Promise<void> {
    const { track, started } = state;
    const failedPlayback = playback;
    if (!track) return;
    if (track.file !== undefined) {
      // Unloading the element clears its error.
      const failedCode = element?.error?.code;
      clear();
      return set({ failedFile: track.file, failedCode });
    }
    if (!started) return clear();
    if (failedPlayback.isRenewing) return;
    failedPlayback.isRenewing = true;
    if (await renew(track, failedPlayback)) return;
    set({ offline: true, loading: true });
    failedPlayback.endRetry = retry(() => renew(track, failedPlayback));
  }

  /** Resolves to false while the network is gone. */
  async function renew(track: Track, failedPlayback: Playback): Promise<boolean> {
    const answer = await fetchSong(track.id).then(
      (song) => ({ song }),
      (error: unknown) => ({ isOffline: isOffline(error) }),
    );
    if (playback !== failedPlayback) return true;
    if ("isOffline" in answer && answer.isOffline) {
      failedPlayback.renewedAt = undefined;
      return false;
    }
    failedPlayback.isRenewing = false;
    const fresh = "song" in answer ? answer.song : undefined;
    const url = fresh && playableUrl(fresh);
    // A second failure at one place is no fault of the link, nor of the network.
    const isBad = failedPlayback.renewedAt === state.position;
    if (!url || isBad) {
      fail(track, fresh !== undefined && !url);
      return true;
    }
    failedPlayback.renewedAt = state.position;
    failedPlayback.resumeAt = state.position;
    media().src = url;
    set({ track: { ...track, audio_url: url, stream_url: null }, offline: false, loading: state.playing });
    if (state.playing) resume();
    return true;
  }

  function fail(track: Track, isDenied: boolean): void {
    clear();
    if (isDenied) set({ deniedId: track.id });
    deps.onFailed?.(track, isDenied);
  }

  function clear(): void {
    if (!state.track) return;
    playback.endRetry?.();
    const { volume, jumps, failedFile, failedCode, deniedId } = state;
    state = { ...initialAudioState, volume, jumps, failedFile, failedCode, deniedId };
    playback = newPlayback();
    if (element) unload(element);
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
      if (isSameTrack(state.track, track)) begin();
      else service.restart(track);
    },
    restart(track) {
      const url = playableUrl(track);
      element?.pause();
      load(track, url, "auto");
      begin();
    },
    pause() {
      if (!state.playing) return;
      markPaused();
      media().pause();
    },
    toggle(track) {
      if (state.playing && isSameTrack(state.track, track)) service.pause();
      else service.play(track);
    },
    prepare(track) {
      const url = playableUrl(track);
      if (url && !state.track) load(track, url, "metadata");
    },
    restore(track, position) {
      load(track, playableUrl(track), "none");
      playback.resumeAt = position;
      playback.isCounted = position > 0;
      dropAnchor(position);
      set({ started: true, position });
      showMetadata();
    },
    showControls: showMetadata,
    seek(seconds) {
      if (!state.track) return;
      const end = state.duration > 0 ? state.duration : seconds;
      const position = Math.max(0, Math.min(seconds, end));
      if (playback.resumeAt === undefined) media().currentTime = position;
      else playback.resumeAt = position;
      dropAnchor(position);
      set({ position, jumps: state.jumps + 1 });
      reportPosition();
    },
    setVolume(volume) {
      if (element) element.volume = volume;
      set({ volume });
    },
    setRate(rate) {
      if (!state.track) return;
      dropAnchor(service.positionNow());
      setElementRate(media(), rate);
      set({ rate });
      reportPosition();
    },
    positionNow() {
      const { playing, loading, duration, rate } = state;
      const isSounding = playing && !loading && !element?.seeking;
      const position = anchor.position + (isSounding ? ((now() - anchor.at) / 1000) * rate : 0);
      return duration > 0 ? Math.min(position, duration) : position;
    },
    setCover(id, src) {
      drawn = { id, src };
      if (state.started && state.track?.id === id) showMetadata();
    },
    close: clear,
  };

  function showMetadata(): void {
    const { track } = state;
    if (!mediaSession || !track) return;
    mediaSession.playbackState = state.playing ? "playing" : "paused";
    if (!createMetadata) return;
    mediaSession.metadata = createMetadata({
      title: track.title,
      artist: artistOf(track),
      artwork: artworkOf(track),
    });
    const step = (details: MediaSessionActionDetails) => details.seekOffset ?? 10;
    handle("play", () => state.track && service.play(state.track));
    handle("pause", () => service.pause());
    handle("stop", () => service.close());
    handle("seekto", (details) => details.seekTime !== undefined && service.seek(details.seekTime));
    const skip = deps.skip?.();
    const seeks = !(skip && deps.hasTwoButtons);
    handle("seekbackward", seeks ? (details) => service.seek(state.position - step(details)) : null);
    handle("seekforward", seeks ? (details) => service.seek(state.position + step(details)) : null);
    handle("previoustrack", skip ? () => skip(-1) : null);
    handle("nexttrack", skip ? () => skip(1) : null);
    reportPosition();
  }

  function artworkOf(track: Track): MediaImage[] {
    const { id, thumbnail_url: image } = track;
    if (image) return [{ src: pictureOf(image, 320, "webp") ?? image }];
    return drawn?.id === id ? [{ src: drawn.src, sizes: "512x512", type: "image/png" }] : [];
  }

  function handle(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
    try {
      mediaSession?.setActionHandler(action, handler);
    } catch {
      // Browsers throw on actions that they do not support.
    }
  }

  function reportPosition(): void {
    const { duration, position, started, rate } = state;
    if (!started || duration <= 0 || !mediaSession?.setPositionState) return;
    mediaSession.setPositionState({ duration, position: Math.min(position, duration), playbackRate: rate });
  }

  return service;
}

/** A playback is counted once, and its URL renewed at most once at each place. */
interface Playback {
  isCounted: boolean;
  isRenewing: boolean;
  /** Position at which the URL was renewed last, in seconds. */
  renewedAt: number | undefined;
  /** While it waits for the network. */
  endRetry: (() => void) | undefined;
  /** Position to continue from with the new URL, in seconds. */
  resumeAt: number | undefined;
}

function newPlayback(): Playback {
  return { isCounted: false, isRenewing: false, renewedAt: undefined, endRetry: undefined, resumeAt: undefined };
}

function unload(element: MediaElement): void {
  element.pause();
  element.removeAttribute("src");
  element.load();
}

/** Whether a call has failed because nothing answered, or nobody was ready to. */
export function isOffline(error: unknown): boolean {
  return isApiError(error) && error.code === "unavailable";
}

function isAutoplayBlocked(cause: unknown): boolean {
  return cause instanceof Error && cause.name === "NotAllowedError";
}

function ignore(): undefined {
  return undefined;
}
