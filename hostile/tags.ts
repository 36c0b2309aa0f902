/** Uploads of audio that costs much more to read than it weighs. */

import { setTimeout as pause } from "node:timers/promises";
import { fixture } from "#test/audio.ts";
import {
  flacOfOneTone,
  flacWithComments,
  mp3BehindEmptyTags,
  mp3WithLyrics,
  mp3WithPictures,
  mp3WithTitle,
} from "#test/hostile-audio.ts";
import { descendantsOf, memoryOf, watchMemory } from "../bench/processes.ts";
import { below, type Experiment, megabytes, none, type Row, seconds, tally } from "./experiment.ts";
import { addCategory, type Site, send, startSite, upload, watchHealth } from "./site.ts";

const megabyte = 1024 * 1024;
/** The heap of a server on a machine of one or two gigabytes. */
const heapMegabytes = 700;
const healthLimitMs = 2000;
const serverGrowth = 256 * megabyte;
const childrenLimit = 768 * megabyte;
/** Time in which the loudness of a new song is measured or given up, milliseconds. */
const loudnessMs = 150_000;

const picture = { type: 3, data: fixture("cover.jpg") } as const;
const files: { name: string; make: () => Buffer }[] = [
  { name: "80 MB of title", make: () => mp3WithTitle(80 * megabyte) },
  { name: "60 MB of lyrics", make: () => mp3WithLyrics(60 * megabyte) },
  { name: "a million empty tags", make: () => mp3BehindEmptyTags(1_000_000) },
  { name: "3,000 pictures", make: () => mp3WithPictures(Array.from({ length: 3000 }, () => picture)) },
  { name: "2.7 million comments", make: () => flacWithComments(2_700_000) },
  { name: "60 kB of FLAC that last 1.4 hours", make: () => flacOfOneTone(1.4 * 3600) },
];

const childrenMemory = (pid: number) => descendantsOf(pid).reduce((sum, child) => sum + memoryOf(child), 0);

/** Uploads a file, makes a song of it if it is accepted, and waits until no helper process works on it. */
async function attack(site: Site, name: string, bytes: Buffer, categoryId: number): Promise<number> {
  const { status, text } = await upload(site, "song.mp3", new Uint8Array(bytes));
  if (status !== 200) return status;
  const { file_url: audio_url } = JSON.parse(text) as { file_url: string };
  const json = { title: name, audio_url, category_ids: [categoryId] };
  const { text: song } = await send(site, "POST /api/songs", { token: site.token, json });
  const { id } = JSON.parse(song) as { id: number };
  const until = performance.now() + loudnessMs;
  const isMeasured = async () => {
    const { text: now } = await send(site, `GET /api/songs/${id}`, { token: site.token });
    return Boolean((JSON.parse(now) as { waveform: unknown }).waveform);
  };
  // The loudness is measured within ten seconds, or found to be impossible.
  let restedMs = 0;
  while (performance.now() < until && restedMs < 12_000 && !(await isMeasured())) {
    await pause(200);
    restedMs = descendantsOf(site.pid).length > 0 ? 0 : restedMs + 200;
  }
  return status;
}

export const tags: Experiment = {
  name: "tags",
  summary: "audio with hostile tags and hours in few bytes, on a server with little memory",
  limitMinutes: 8,
  async measure(run) {
    const rows: Row[] = [];
    for (const [index, { name, make }] of files.entries()) {
      const site = await startSite(run, {
        dataDir: `${run.folder}/${index}`,
        args: [`--max-old-space-size=${heapMegabytes}`],
      });
      const categoryId = await addCategory(site);
      let hasEnded = false;
      void site.ended.then(() => {
        hasEnded = true;
      });
      // Made before health is watched from this process.
      const bytes = make();
      const before = memoryOf(site.pid);
      const [server, children, health] = [
        watchMemory(site.pid),
        watchMemory(site.pid, childrenMemory),
        watchHealth(site),
      ];
      const statuses = [await attack(site, name, bytes, categoryId).catch(() => 0)];
      const { slowest } = await health.stop();
      rows.push(
        none(`${name}: server ended, or no answer`, Number(hasEnded || statuses.includes(0)), ` (${tally(statuses)})`),
        below(`${name}: health's slowest answer`, slowest, healthLimitMs, seconds),
        below(
          `${name}: memory of the server, at its peak over the start`,
          server.peak() - before,
          serverGrowth,
          megabytes,
        ),
        below(`${name}: memory of its helper processes, at their peak`, children.peak(), childrenLimit, megabytes),
      );
      if (!hasEnded) site.kill("SIGKILL");
      await site.ended;
    }
    return rows;
  },
};
