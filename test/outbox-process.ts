/**
 * A process that handles the outbox of a database, for tests: prints `ready`, then `start N` and `done N UNKNOWN` for each message. The message
 * of the argument hangs when its result is known, so that the test can kill the process in the middle of it.
 */
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { loadDataPlace } from "#server/platform/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { createOutbox } from "#server/platform/outbox.ts";

const hanging = Number(process.argv[2]);
const say = (text: string) => process.stdout.write(`${text}\n`);

const database = await openDatabase(loadDataPlace());
const outbox = createOutbox(database, pino({ level: "error" }), { pollMs: 50 });
outbox.on<number>(
  "test",
  async (n, { isResultUnknown }) => {
    say(`start ${n}`);
    // Messages of one process overlap with those of the other.
    await pause(n === hanging && !isResultUnknown ? 3_600_000 : 300);
    say(`done ${n} ${isResultUnknown}`);
  },
  { concurrency: 3 },
);
outbox.start();
say("ready");
// The outbox alone keeps no process alive.
setInterval(() => {}, 60_000);
