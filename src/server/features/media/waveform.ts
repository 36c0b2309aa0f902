/** Measures the loudness curve of an audio file in a child process. */
import { execFile } from "node:child_process";
import os from "node:os";
import path from "node:path";

const worker = path.join(import.meta.dirname, "waveform-worker.ts");
const maxMeasureMs = 2 * 60_000;
const memoryMb = 512;

/**
 * Measures a file; takes about a second for a minute of audio, at low priority.
 * @returns whole numbers 0 to 100 for equal slices of time; null when the file can't be decoded within two minutes.
 */
export function measureWaveform(file: string, signal?: AbortSignal): Promise<number[] | null> {
  return new Promise((resolve) => {
    const args = [`--max-old-space-size=${memoryMb}`, worker, file];
    const limits = { timeout: maxMeasureMs, killSignal: "SIGKILL", ...(signal ? { signal } : {}) } as const;
    const child = execFile(process.execPath, args, limits, (error, stdout) => {
      if (error) return resolve(null);
      try {
        const slices: unknown = JSON.parse(stdout);
        resolve(Array.isArray(slices) && slices.length > 0 ? (slices as number[]) : null);
      } catch {
        resolve(null);
      }
    });
    try {
      if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
    } catch {
      // The process has ended already, or the system denies it: the priority then stays normal.
    }
  });
}
