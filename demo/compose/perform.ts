/** Plays an arranged song: notes to a mastered stereo recording. */

import type { TimedNote } from "./arrange.ts";
import { arrange } from "./arrange.ts";
import { drums } from "./drums.ts";
import { gainOf, toSamples } from "./dsp.ts";
import type { Instrument } from "./instruments.ts";
import * as instruments from "./instruments.ts";
import {
  addPanned,
  addStereo,
  applyInserts,
  loudness,
  master,
  pingPong,
  reverberate,
  type Stereo,
  silence,
} from "./mixer.ts";
import { createRandom, gaussian, hashText } from "./random.ts";
import type { Singer } from "./singers.ts";
import * as singers from "./singers.ts";
import type { Channel, Song } from "./song.ts";
import { pitchToHz } from "./theory.ts";

/** The loudness a channel has before its gain (LUFS), so that gains compare what is heard. */
const CHANNEL_LOUDNESS = -20;

const DRUM_PANS: Record<string, number> = {
  hat: 0.3,
  openHat: 0.3,
  crash: -0.25,
  shaker: -0.4,
  rim: 0.15,
  conga: 0.3,
  lowConga: 0.4,
  block: -0.3,
  stick: -0.2,
  shime: 0.35,
  brush: -0.2,
  brushTap: 0.1,
  clap: 0.1,
  drumRim: 0.2,
};

function playChannel(channel: Channel, notes: TimedNote[], length: number, seconds: number, seed: number): Stereo {
  const bus = silence(length);
  const { voice } = channel;
  const pan = channel.mix.pan ?? 0;
  const random = createRandom(seed);
  if (voice === "drums") {
    for (const note of notes) {
      const drum = drums[note.drum ?? ""];
      if (!drum) throw new Error(`Unknown drum: ${note.drum}`);
      addPanned(bus, drum(note.velocity, random), toSamples(note.start), 0.8, pan + (DRUM_PANS[note.drum ?? ""] ?? 0));
    }
  } else if (voice in singers) {
    const sing = singers[voice as keyof typeof singers] as Singer;
    const takes = channel.takes ?? 1;
    for (let take = 0; take < takes; take++) {
      const takeRandom = createRandom(seed + take * 101);
      const performed =
        take === 0
          ? notes
          : notes.map((note) => ({
              ...note,
              start: note.start + 0.009 * Math.abs(gaussian(takeRandom)),
              pitch: note.pitch + 0.05 * gaussian(takeRandom),
            }));
      const place = takes === 1 ? 0 : (take / (takes - 1) - 0.5) * 0.9;
      addPanned(bus, sing(performed, seconds, takeRandom), 0, 1 / Math.sqrt(takes), pan + place);
    }
  } else {
    const play = instruments[voice as keyof typeof instruments] as Instrument;
    for (const note of notes) {
      const samples = play({
        frequency: pitchToHz(note.pitch),
        seconds: note.seconds,
        velocity: note.velocity,
        random,
      });
      const place = (channel.spread ?? 0) * ((note.pitch - 62) / 12);
      addPanned(bus, samples, toSamples(note.start), 1, pan + Math.max(-0.8, Math.min(0.8, place)));
    }
  }
  applyInserts(bus, channel.mix);
  return bus;
}

/** Renders a song to mastered stereo samples. */
export function performSong(song: Song): Stereo {
  const score = arrange(song);
  const length = toSamples(score.seconds);
  const dry = silence(length);
  const toRoom = silence(length);
  const toEcho = silence(length);
  let echoed = false;
  for (const [name, channel] of Object.entries(song.channels)) {
    const notes = score.channels.get(name) ?? [];
    if (!notes.length) continue;
    const bus = playChannel(channel, notes, length, score.seconds, hashText(`${song.slug}/${name}`));
    const gain = gainOf(CHANNEL_LOUDNESS - loudness(bus) + (channel.mix.gain ?? 0));
    addStereo(dry, bus, gain);
    if (channel.mix.reverb !== undefined) addStereo(toRoom, bus, gain * gainOf(channel.mix.reverb));
    if (channel.mix.delay !== undefined) {
      echoed = true;
      addStereo(toEcho, bus, gain * gainOf(channel.mix.delay));
    }
  }
  if (echoed) {
    const echoes = pingPong(toEcho, ((song.echo ?? 0.75) * 60) / song.bpm);
    addStereo(dry, echoes, 1);
    addStereo(toRoom, echoes, 0.4);
  }
  addStereo(dry, reverberate(toRoom, song.room), gainOf(song.room.level));
  master(dry, song.fadeOut);
  return dry;
}
