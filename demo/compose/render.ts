/**
 * Renders the demo songs: `npm run render -- [slug ...]` (all of them
 * when none is named) writes demo/songs/<slug>.mp3, demo/waveforms.json, and
 * the durations in demo/catalogue.json.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readCatalogue, writeCatalogue } from "./catalogue.ts";
import { type Stereo, toMono } from "./mixer.ts";
import { type Encoded, encodeMp3, withTags } from "./mp3.ts";
import { performSong } from "./perform.ts";
import { songs } from "./songs/index.ts";
import { waveform } from "./waveform.ts";

/** Encodes in stereo to 11 kHz (about 55 kbit/s) or in mono to 15 kHz (about 43), so that all files keep under 4.6 MB. */
function encodeSong(samples: Stereo, stereo: boolean): Promise<Encoded> {
  return stereo ? encodeMp3(samples, 8.4, 24000) : encodeMp3([toMono(samples)], 7.5, 32000);
}

const folder = new URL("../songs/", import.meta.url);
const waveformFile = new URL("../waveforms.json", import.meta.url);
const wanted = process.argv.slice(2);
const catalogue = readCatalogue();
const before: Record<string, number[]> = existsSync(waveformFile) ? JSON.parse(readFileSync(waveformFile, "utf8")) : {};
const waveforms: Record<string, number[]> = {};
mkdirSync(folder, { recursive: true });

for (const entry of catalogue.songs) {
  const song = songs.find((other) => other.slug === entry.slug);
  if (!song) throw new Error(`No music for ${entry.slug}`);
  if (wanted.length && !wanted.includes(song.slug)) {
    waveforms[song.slug] = before[song.slug] ?? [];
    continue;
  }
  const samples = performSong(song);
  const { data, seconds, bitrate, channels } = await encodeSong(samples, song.stereo ?? false);
  const genre = catalogue.categories.find(({ slug }) => slug === entry.categories[0])?.name ?? "";
  const file = withTags(data, {
    title: entry.title,
    artist: entry.artist ?? "Ngân Nga",
    genre,
    comment: "Nhạc do AI tạo",
    lyrics: entry.lyrics,
  });
  entry.duration = Math.round(seconds);
  waveforms[song.slug] = waveform(samples);
  writeFileSync(new URL(`${song.slug}.mp3`, folder), file);
  console.log(
    `${song.slug}: ${seconds.toFixed(1)} s, ${channels === 1 ? "mono" : "stereo"} ${bitrate.toFixed(0)} kbit/s, ${(file.length / 1000).toFixed(0)} kB`,
  );
}

const lines = Object.entries(waveforms).map(([slug, points]) => `  ${JSON.stringify(slug)}: ${JSON.stringify(points)}`);
writeFileSync(waveformFile, `{\n${lines.join(",\n")}\n}\n`);
writeCatalogue(catalogue);
