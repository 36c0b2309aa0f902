import { useEffect, useEffectEvent, useRef, useState } from "react";
import { playSpan } from "../../../player/play-span.ts";
import { useIsPlaying, usePlayerStore } from "../../../player/player.ts";
import { type HeardLine, lineSpan, useLearnSong } from "../../lines/use-learn-song.ts";
import { type Recording, RecordingError, type RecordingFailure, startRecording } from "./recorder.ts";
import type { TrainerSettings } from "./settings.ts";
import type { Trainer, TrainerState } from "./trainer.ts";
import { readRecording, recordingKey, removeRecording, writeRecording } from "./voice-store.ts";

/** `original`: the line is heard, and the own voice after it. */
export type VoicePhase = "idle" | "asking" | "recording" | "original" | "own";

export interface Voice {
  phase: VoicePhase;
  hasRecording: boolean;
  failure: RecordingFailure | "unsaved" | "unheard" | undefined;
  /** Starts a recording of the line, or ends it. */
  record: () => void;
  hear: () => void;
  /** Hears the line, and then the own voice. */
  compare: () => void;
  /** Ends whatever is heard or recorded. */
  stop: () => void;
  remove: () => void;
}

export interface VoiceInput {
  line: HeardLine;
  trainer: Trainer;
  state: TrainerState;
  settings: TrainerSettings;
}

/** The listener's own voice on a line. It and the song are never heard at once, and what starts ends the other. */
export function useVoice({ line, trainer, state, settings }: VoiceInput): Voice {
  const player = usePlayerStore();
  const { song } = useLearnSong();
  const key = recordingKey(song.id, line.start);
  const [phase, setPhase] = useState<VoicePhase>("idle");
  const [failure, setFailure] = useState<Voice["failure"]>();
  /** Recordings read or made since the page was opened, by the line's key. */
  const [sounds, setSounds] = useState<ReadonlyMap<string, Blob | undefined>>(new Map());
  const sound = sounds.get(key);
  const recording = useRef<Recording>(undefined);
  /** Lets go of what is heard, or of the wait for the microphone. */
  const leave = useRef<() => void>(undefined);

  function quiet(): void {
    leave.current?.();
    leave.current = undefined;
    recording.current?.stop();
    recording.current = undefined;
    setPhase("idle");
  }

  const isKnown = sounds.has(key);
  useEffect(() => {
    if (isKnown) return;
    let isOutdated = false;
    readRecording(key).then(
      (stored) => !isOutdated && setSounds((before) => withSound(before, key, stored)),
      () => undefined,
    );
    return () => {
      isOutdated = true;
    };
  }, [key, isKnown]);

  const interrupted = useEffectEvent(() => quiet());
  useEffect(
    () => () => {
      setFailure(undefined);
      interrupted();
    },
    [key],
  );
  useEffect(() => {
    if (state.phase === "playing") interrupted();
  }, [state.phase]);
  // Headphones or the system may pause the line before the own voice comes.
  const isPlaying = useIsPlaying(song.id);
  const paused = useEffectEvent(() => {
    if (phase === "original") quiet();
  });
  useEffect(() => {
    if (!isPlaying) paused();
  }, [isPlaying]);

  function stop(): void {
    quiet();
    trainer.hold();
    player.pause();
  }

  async function record(): Promise<void> {
    const wasRecording = phase === "recording";
    stop();
    if (wasRecording) return;
    setFailure(undefined);
    setPhase("asking");
    let isLeft = false;
    leave.current = () => {
      isLeft = true;
    };
    try {
      const started = await startRecording();
      // The line was left while the browser asked.
      if (isLeft) return started.stop();
      leave.current = undefined;
      recording.current = started;
      setPhase("recording");
      const recorded = await started.sound;
      if (recording.current === started) quiet();
      if (recorded.size === 0) return;
      setSounds((before) => withSound(before, key, recorded));
      await writeRecording(key, recorded).catch(() => setFailure("unsaved"));
    } catch (error) {
      if (isLeft) return;
      quiet();
      setFailure(error instanceof RecordingError ? error.failure : "failed");
    }
  }

  function play(own: OwnSound): void {
    setPhase("own");
    own.play(quiet, () => {
      quiet();
      setFailure("unheard");
    });
  }

  function hear(): void {
    if (!sound) return;
    stop();
    setFailure(undefined);
    const own = loadOwnSound(sound);
    leave.current = own.release;
    play(own);
  }

  function compare(): void {
    if (!sound) return;
    stop();
    setFailure(undefined);
    const own = loadOwnSound(sound);
    setPhase("original");
    const cancel = playSpan(player, song, lineSpan(line, settings.leadIn, settings.tail), () => play(own));
    leave.current = () => {
      cancel();
      own.release();
    };
    player.setRate(settings.rate);
  }

  return {
    phase,
    hasRecording: sound !== undefined,
    failure,
    record: () => void record(),
    hear,
    compare,
    stop,
    remove() {
      stop();
      setSounds((before) => withSound(before, key, undefined));
      removeRecording(key).catch(() => undefined);
    },
  };
}

function withSound(sounds: ReadonlyMap<string, Blob | undefined>, key: string, sound: Blob | undefined) {
  return new Map(sounds).set(key, sound);
}

interface OwnSound {
  /** Plays it beside the song's player. */
  play: (onEnd: () => void, onFail: () => void) => void;
  /** Stops it, for good. */
  release: () => void;
}

/** Loads a recording. Safari lets an element that was loaded within a press sound later, and no other one. */
function loadOwnSound(sound: Blob): OwnSound {
  const address = URL.createObjectURL(sound);
  const audio = new Audio(address);
  let isReleased = false;
  audio.load();
  return {
    play(onEnd, onFail) {
      // A play that is stopped at once rejects, too.
      const fail = () => !isReleased && onFail();
      audio.addEventListener("ended", onEnd);
      audio.addEventListener("error", fail);
      audio.play().catch(fail);
    },
    release() {
      isReleased = true;
      audio.pause();
      URL.revokeObjectURL(address);
    },
  };
}
