/** Puts songs in the order of their likeness to one that was heard. */

/** The facts of a song by which others are like it. */
export interface Traits {
  artist: string | null;
  /** Beats a minute; 0 or null where none are known. */
  tempo: number | null;
  /** Seconds; null when unknown. */
  duration: number | null;
}

export interface Candidate extends Traits {
  id: number;
  /** How many genres it has of those of the song. */
  sharedGenres: number;
}

/** A genre weighs more than an artist, an artist as much as the very same tempo and length together. */
const weights = { genre: 4, artist: 3, tempo: 2, duration: 1 };
/** Difference in octaves from which two tempi are not near: a fifth. */
const farTempo = 0.25;
/** The same of two lengths. */
const farDuration = 1;

/** Returns the ids of the most alike first; of equally alike ones the newest first. */
export function mostAlike(song: Traits, candidates: readonly Candidate[], limit: number): number[] {
  return candidates
    .map((one) => ({ id: one.id, points: likeness(song, one) }))
    .sort((a, b) => b.points - a.points || b.id - a.id)
    .slice(0, limit)
    .map(({ id }) => id);
}

function likeness(song: Traits, one: Candidate): number {
  const isSameArtist = song.artist !== null && song.artist === one.artist;
  return (
    weights.genre * one.sharedGenres +
    (isSameArtist ? weights.artist : 0) +
    weights.tempo * nearness(tempoApart(song.tempo, one.tempo), farTempo) +
    weights.duration * nearness(octavesApart(song.duration, one.duration), farDuration)
  );
}

/** Returns 1 for the same, 0 from `far` on, and for what is unknown. */
function nearness(apart: number | undefined, far: number): number {
  return apart === undefined ? 0 : Math.max(0, 1 - apart / far);
}

function octavesApart(first: number | null, second: number | null): number | undefined {
  return first && second ? Math.abs(Math.log2(first / second)) : undefined;
}

/** Returns the distance of two tempi in octaves, where the double and the half are the same: 80 and 160 feel alike. */
function tempoApart(first: number | null, second: number | null): number | undefined {
  const apart = octavesApart(first, second);
  return apart === undefined ? undefined : Math.abs(apart - Math.round(apart));
}
