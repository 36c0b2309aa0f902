import { afterEach, expect, test, vi } from "vitest";
import { RecordingError, startRecording } from "./recorder.ts";
import { voiceFailures } from "./voice-failures.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Returns what the listener is told when a recording does not start. */
async function failureText(): Promise<string | undefined> {
  const error: unknown = await startRecording().catch((cause: unknown) => cause);
  return error instanceof RecordingError ? voiceFailures[error.failure] : undefined;
}

test.each([
  ["refused", "NotAllowedError", /chưa cho trang này dùng micrô/],
  ["forbidden by the page", "SecurityError", /chưa cho trang này dùng micrô/],
  ["missing", "NotFoundError", /Không thấy micrô nào/],
  ["in use", "NotReadableError", /có thể micrô đang được dùng ở nơi khác/],
])("says what to do when the microphone is %s", async (_what, name, message) => {
  vi.stubGlobal("MediaRecorder", vi.fn());
  vi.stubGlobal("navigator", {
    mediaDevices: { getUserMedia: () => Promise.reject(new DOMException("no", name)) },
  });
  expect(await failureText()).toMatch(message);
});

test("says when the browser can't record", async () => {
  vi.stubGlobal("MediaRecorder", undefined);
  expect(await failureText()).toMatch(/chưa thu âm được/);
});
