/** A full disk, with data and log on it, and room again. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { wav } from "#test/audio.ts";
import { below, type Experiment, none, type Row, type Run, seconds, tally } from "./experiment.ts";
import { addCategory, type Site, send, startSite, upload, watchHealth } from "./site.ts";
import { readStored } from "./stored.ts";
import { lostWrites, nothingYet } from "./writers.ts";

const diskMegabytes = 48;
const healthLimitMs = 2000;
const recoveryLimitMs = 15_000;

/** Mounts a small disk in memory. @throws Error when this user may not. */
function mountDisk(run: Run): string {
  const folder = path.join(run.folder, "disk");
  mkdirSync(folder);
  const options = ["-t", "tmpfs", "-o", `size=${diskMegabytes}m,mode=700`, "ngan-nga-hostile", folder];
  const { status, stderr, error } = spawnSync("mount", options, { encoding: "utf8" });
  if (status !== 0) throw new Error(`a disk to fill needs root: ${error?.message ?? stderr.trim()}`);
  run.onEnd(() => spawnSync("umount", ["--lazy", folder]));
  return folder;
}

/** Writes a file until not a byte more fits. */
function fill(file: string): void {
  const descriptor = openSync(file, "a");
  try {
    for (const size of [1024 * 1024, 4096, 1]) {
      const block = Buffer.alloc(size, 1);
      try {
        for (;;) if (writeSync(descriptor, block) < size) break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

async function readAll(site: Site, audioUrl: string): Promise<number[]> {
  const calls = Array.from({ length: 20 }, (_, i) => [
    `GET /api/songs?search=bai${i}`,
    `GET /api/songs?limit=${i + 1}`,
    "GET /",
    `GET ${audioUrl}`,
  ]).flat();
  const statuses: number[] = [];
  for (const call of calls) statuses.push((await send(site, call)).status);
  return statuses;
}

export const disk: Experiment = {
  name: "disk",
  summary: "a full disk with data and log on it, and room again",
  limitMinutes: 4,
  async measure(run): Promise<Row[]> {
    const folder = mountDisk(run);
    const log = openSync(path.join(folder, "log"), "a");
    run.onEnd(() => closeSync(log));
    const dataDir = path.join(folder, "data");
    const site = await startSite(run, { dataDir, stdout: log, env: { LOG_LEVEL: "debug" } });
    const { token } = site;
    const done = nothingYet();
    const categoryId = await addCategory(site);
    let audioUrl = "";
    const addSong = async (serial: number) => {
      const uploaded = await upload(site, `${serial}.wav`, new Uint8Array(wav(20, serial)));
      if (uploaded.status !== 200) return uploaded.status;
      ({ file_url: audioUrl } = JSON.parse(uploaded.text) as { file_url: string });
      const json = { title: `Bài ${serial}`, audio_url: audioUrl, category_ids: [categoryId], allow_same_file: true };
      const made = await send(site, "POST /api/songs", { token, json });
      if (made.status !== 201) return made.status;
      done.songs.set((JSON.parse(made.text) as { id: number }).id, { title: json.title, audioUrl });
      return made.status;
    };
    let serial = 0;
    const addCategoryNow = async () => {
      serial += 1;
      const json = { name: `Thể loại ${serial}`, description: "la ".repeat(600) };
      const { status } = await send(site, "POST /api/categories", { token, json });
      if (status === 201) done.categories.add(json.name);
      return status;
    };
    for (let i = 1; i <= 10; i += 1) await addSong(i);
    const songUrl = audioUrl;

    const ballast = path.join(folder, "ballast");
    fill(ballast);
    const health = watchHealth(site);
    const writes: number[] = [];
    for (let i = 0; i < 50; i += 1) writes.push(await addCategoryNow());
    for (let i = 0; i < 10; i += 1) writes.push(await addSong(100 + i));
    const reads = await readAll(site, songUrl);
    const { slowest, statuses: healthStatuses } = await health.stop();

    rmSync(ballast);
    const freed = performance.now();
    let recovered = 0;
    while (recovered !== 201 && performance.now() - freed < recoveryLimitMs) {
      recovered = Math.max(await addCategoryNow(), await addSong(200 + serial)) === 201 ? 201 : 0;
      if (recovered !== 201) await pause(200);
    }
    const recoveryMs = recovered === 201 ? performance.now() - freed : Number.POSITIVE_INFINITY;
    site.kill("SIGTERM");
    const code = await site.ended;
    const stored = await readStored({ dataDir, databaseUrl: undefined });
    const refused = writes.filter((status) => status !== 200 && status !== 201);
    return [
      none(
        "full disk: refused writes other than 503",
        refused.filter((status) => status !== 503).length,
        ` of ${refused.length} (${tally(writes)})`,
      ),
      none("full disk: reads other than 200", reads.filter((status) => status !== 200).length, ` of ${reads.length}`),
      below(
        "full disk: health's slowest answer",
        healthStatuses.some((status) => status !== 200) ? Number.POSITIVE_INFINITY : slowest,
        healthLimitMs,
        seconds,
      ),
      below("full disk: writes and uploads go on after there is room", recoveryMs, recoveryLimitMs, seconds),
      none(
        "full disk: acknowledged writes lost",
        lostWrites(done, stored, dataDir).length,
        ` of ${done.songs.size + done.categories.size}`,
      ),
      none("full disk: files that nothing knows", stored.orphans.length),
      none("full disk: problems found in the database", stored.problems.length),
      none("full disk: exit code of the stop that follows", code ?? -1),
    ];
  },
};
