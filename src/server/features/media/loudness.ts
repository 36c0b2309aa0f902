/** Loudness over time of audio that arrives in pieces. */

const windowsPerSecond = 20;

export interface LoudnessMeter {
  /** @param channels samples from -1 to 1, one array a channel, alike in length. */
  add(channels: readonly Float32Array[], sampleRate: number): void;
  /** Root mean square in equal slices of time, the loudest being 100; empty for silence and for no audio at all. */
  slices(count: number): number[];
}

/** Keeps the energy of windows of 50 ms, so an hour of audio needs 72,000 numbers. */
export function createLoudnessMeter(): LoudnessMeter {
  const windows: number[] = [];
  let energy = 0;
  let samples = 0;

  return {
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
