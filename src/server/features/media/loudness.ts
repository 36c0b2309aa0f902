/** Measures the loudness curve of audio that is decoded in chunks. */

const windowsPerSecond = 20;

export interface LoudnessMeter {
  /** @param channels samples from -1 to 1, one array per channel, of equal length. */
  add(channels: readonly Float32Array[], sampleRate: number): void;
  windowsPerSecond: number;
  /** Returns the energy of each window of time. */
  energies(): readonly number[];
  /** Returns the root mean square of equal slices of time, scaled to 100 for the loudest; empty for silence or no audio. */
  slices(count: number): number[];
}

/** Stores the energy of windows of 50 ms: 72,000 numbers for an hour of audio. */
export function createLoudnessMeter(): LoudnessMeter {
  const windows: number[] = [];
  let energy = 0;
  let samples = 0;

  return {
    windowsPerSecond,
    energies: () => windows,
    add(channels, sampleRate) {
      const length = channels[0]?.length ?? 0;
      const windowLength = Math.max(1, Math.round(sampleRate / windowsPerSecond));
      for (let i = 0; i < length; i++) {
        for (const channel of channels) energy += (channel[i] ?? 0) ** 2 / channels.length;
        samples++;
        if (samples >= windowLength) {
          windows.push(energy / samples);
          energy = 0;
          samples = 0;
        }
      }
    },
    slices(count) {
      const all = samples > 0 ? [...windows, energy / samples] : windows;
      if (all.length === 0) return [];
      const rms = Array.from({ length: count }, (_, i) => {
        const from = Math.floor((i * all.length) / count);
        const to = Math.max(from + 1, Math.floor(((i + 1) * all.length) / count));
        const part = all.slice(from, to);
        return Math.sqrt(part.reduce((sum, value) => sum + value, 0) / part.length);
      });
      const loudest = Math.max(...rms);
      if (!(loudest > 1e-5)) return [];
      return rms.map((value) => Math.round((value / loudest) * 100));
    },
  };
}
