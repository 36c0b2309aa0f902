/** The envelope the player draws. */

/**
 * Returns `points` integers 0..100, the level of as many equal slices of the
 * audio (channels of equal length, -1..1), the loudest slice being 100. A slice's
 * level is the mean of its RMS and a third of its peak, so that both sustained
 * and struck sounds show.
 */
export function waveform(samples: Float32Array[], points = 96): number[] {
  const length = samples[0]?.length ?? 0;
  const levels: number[] = [];
  for (let point = 0; point < points; point++) {
    const start = Math.floor((point * length) / points);
    const end = Math.floor(((point + 1) * length) / points);
    let power = 0;
    let peak = 0;
    for (const channel of samples) {
      for (let i = start; i < end; i++) {
        const value = channel[i] ?? 0;
        power += value * value;
        peak = Math.max(peak, Math.abs(value));
      }
    }
    const rms = Math.sqrt(power / Math.max(1, (end - start) * samples.length));
    levels.push((rms + peak / 3) / 2);
  }
  const loudest = Math.max(...levels, 1e-9);
  return levels.map((level) => Math.round((level / loudest) * 100));
}
