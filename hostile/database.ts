/** PostgreSQL that hangs: all its processes stopped for 20 s, and once more while the server is told to stop. */
import { setTimeout as pause } from "node:timers/promises";
import { below, type Experiment, none, seconds, tally } from "./experiment.ts";
import { startOwnPostgres } from "./postgres.ts";
import { type Answer, addCategory, send, startSite, watchHealth } from "./site.ts";

const hangingMs = 20_000;
/** Ten seconds, and a margin for this machine. */
const answerLimitMs = 11_500;
/** Ten seconds of grace and five for closing, and a margin. */
const stopLimitMs = 16_500;
const recoveryLimitMs = 15_000;

export const database: Experiment = {
  name: "database",
  summary: "PostgreSQL stopped for 20 s, and a stop of the server meanwhile",
  limitMinutes: 4,
  async measure(run) {
    const postgres = await startOwnPostgres(run);
    const site = await startSite(run, { env: { DATABASE_URL: postgres.url } });
    const { token } = site;
    await addCategory(site);
    let serial = 0;
    const write = () => {
      serial += 1;
      return send(site, "POST /api/categories", { token, json: { name: `Thể loại ${serial}` } });
    };
    // Nothing of it can come from a cache.
    const read = () => {
      serial += 1;
      return send(site, `GET /api/songs?search=bai${serial}`);
    };
    const logIn = () =>
      send(site, "POST /api/user/login-json", { json: { username: "lan", password: "sai mật khẩu" } });
    const kept = ["GET /", "GET /api/songs?limit=12", "GET /api/categories"];
    const ask = () => [...Array.from({ length: 25 }, read), ...Array.from({ length: 5 }, write), logIn()];
    await Promise.all(ask());
    // After the writes, which empty the caches. A page is made of several answers.
    for (let i = 0; i < 3; i += 1) for (const call of kept) await send(site, call);

    postgres.freeze();
    const health = watchHealth(site);
    const frozen = performance.now();
    const pending = ask();
    const cached: Answer[] = [];
    while (performance.now() - frozen < hangingMs) {
      for (const call of kept) cached.push(await send(site, call));
      // As from other visitors, until the end.
      if (performance.now() - frozen < hangingMs / 2 && pending.length < 60) pending.push(read());
      await pause(500);
    }
    // Answers that come only after PostgreSQL goes on were late.
    postgres.thaw();
    const answers = await Promise.all(pending);
    const { slowest, statuses: healthStatuses } = await health.stop();
    const thawed = performance.now();
    while ((await write()).status !== 201 && performance.now() - thawed < recoveryLimitMs) await pause(100);
    const recoveryMs = performance.now() - thawed;

    postgres.freeze();
    const last = Promise.all([read(), write(), logIn()]);
    await pause(500);
    const stopped = performance.now();
    site.kill("SIGTERM");
    await site.ended;
    const stopMs = performance.now() - stopped;
    postgres.thaw();
    await last;

    const statuses = answers.map(({ status }) => status);
    const cachedStatuses = cached.map(({ status }) => status);
    const wrong =
      statuses.filter((status) => status !== 503 && status >= 500).length +
      statuses.filter((status) => status === 0).length;
    return [
      below(
        "PostgreSQL stopped for 20 s: slowest answer",
        Math.max(...answers.map(({ ms }) => ms)),
        answerLimitMs,
        seconds,
      ),
      none("PostgreSQL stopped for 20 s: answers that are 5xx, but not 503", wrong, ` (${tally(statuses)})`),
      none(
        "PostgreSQL stopped for 20 s: cached reads other than 200",
        cachedStatuses.filter((status) => status !== 200).length,
        ` of ${cached.length}`,
      ),
      below(
        "PostgreSQL stopped for 20 s: health's slowest answer",
        healthStatuses.some((status) => status !== 200) ? Number.POSITIVE_INFINITY : slowest,
        2000,
        seconds,
      ),
      below("PostgreSQL goes on: time until a write succeeds", recoveryMs, recoveryLimitMs, seconds),
      below("SIGTERM while PostgreSQL is stopped: time until the end", stopMs, stopLimitMs, seconds),
    ];
  },
};
