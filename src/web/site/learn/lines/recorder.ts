/** Records a voice from the microphone, which the browser asks the listener for. */

/** Milliseconds. */
export const maxRecordingMs = 30_000;
const bitsPerSecond = 64_000;

/** Why nothing is recorded: not allowed, no microphone, a browser that can't, or anything else. */
export type RecordingFailure = "refused" | "missing" | "unsupported" | "failed";

export interface Recording {
  /** Ends it; a second call does nothing. */
  stop: () => void;
  /** The sound, once it has ended by `stop` or by its greatest length; empty when nothing came. */
  sound: Promise<Blob>;
}

/** Starts a recording. @throws RecordingError */
export async function startRecording(): Promise<Recording> {
  if (typeof MediaRecorder === "undefined" || !navigator.mediaDevices?.getUserMedia) {
    throw new RecordingError("unsupported");
  }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((cause: unknown) => {
    throw new RecordingError(failureOf(cause), { cause });
  });
  try {
    return record(stream);
  } catch (cause) {
    release(stream);
    throw new RecordingError("failed", { cause });
  }
}

export class RecordingError extends Error {
  readonly failure: RecordingFailure;
  constructor(failure: RecordingFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}

function record(stream: MediaStream): Recording {
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: bitsPerSecond });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const sound = new Promise<Blob>((resolve) => {
    recorder.onstop = () => {
      release(stream);
      resolve(new Blob(parts, { type: recorder.mimeType }));
    };
  });
  recorder.start();
  const stop = () => {
    clearTimeout(timer);
    if (recorder.state !== "inactive") recorder.stop();
  };
  const timer = setTimeout(stop, maxRecordingMs);
  return { stop, sound };
}

/** Gives the microphone back: the browser shows that it is in use until then. */
function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function failureOf(cause: unknown): RecordingFailure {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotFoundError" ? "missing" : "failed";
}
