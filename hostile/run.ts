/**
 * `npm run hostile`: attacks on servers that it starts itself, on the loopback of this machine, and a table of what they bore.
 * Ends with 1 when a figure misses its target. `npm run hostile -- NAME …` runs some experiments, `--list` names them,
 * `--rounds=N` sets how often kill -9 is repeated for each database.
 */
import { parseArgs } from "node:util";
import { database } from "./database.ts";
import { disk } from "./disk.ts";
import { type Experiment, type Row, runExperiment, seconds } from "./experiment.ts";
import { imports } from "./imports.ts";
import { kill } from "./kill.ts";
import { lyrics } from "./lyrics.ts";
import { pipelining } from "./pipelining.ts";
import { reads } from "./reads.ts";
import { sockets } from "./sockets.ts";
import { strangers } from "./strangers.ts";
import { tags } from "./tags.ts";
import { texts } from "./texts.ts";
import { waits } from "./waits.ts";

const experiments: readonly Experiment[] = [
  texts,
  pipelining,
  tags,
  disk,
  database,
  kill,
  imports,
  waits,
  sockets,
  reads,
  lyrics,
  strangers,
];
const interrupted = 130;

interface Options {
  selected: readonly Experiment[];
  rounds: number | undefined;
  list: boolean;
}

/** @throws Error for an unknown option or experiment. */
function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { rounds: { type: "string" }, list: { type: "boolean", default: false } },
  });
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds >= 1 && rounds <= 1000)) {
    throw new Error("--rounds is a whole number from 1 to 1000");
  }
  const unknown = positionals.find((name) => !experiments.some((one) => one.name === name));
  if (unknown !== undefined) throw new Error(`there is no experiment ${JSON.stringify(unknown)}`);
  const selected = experiments.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return { selected, rounds, list: values.list };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function tableOf(rows: readonly Row[]): string {
  const line = (...cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  return [
    line("figure", "target", "measured", "holds"),
    line("---", "---", "---", "---"),
    ...rows.map(({ figure, target, measured, holds }) => line(figure, target, measured, holds ? "yes" : "**no**")),
  ].join("\n");
}

async function main(args: string[]): Promise<number> {
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    options = { selected: [], rounds: undefined, list: true };
    process.exitCode = 2;
  }
  if (options.list) {
    for (const { name, summary } of experiments) say(`${name.padEnd(12)} ${summary}`);
    return Number(process.exitCode ?? 0);
  }
  if (process.platform !== "linux") {
    process.stderr.write("The experiments read /proc: they need Linux.\n");
    return 1;
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  const rows: Row[] = [];
  for (const experiment of options.selected) {
    if (stop.signal.aborted) break;
    say(`${experiment.name}: ${experiment.summary}`);
    const started = performance.now();
    rows.push(...(await runExperiment(experiment, { rounds: options.rounds, stop: stop.signal })));
    say(`  ${seconds(performance.now() - started)}`);
  }
  say(`\n${tableOf(rows)}\n`);
  const missed = rows.filter(({ holds }) => !holds).length;
  say(missed === 0 ? `All ${rows.length} figures hold.` : `${missed} of ${rows.length} figures miss their target.`);
  if (stop.signal.aborted) return interrupted;
  return missed === 0 ? 0 : 1;
}

// Requests and timers of an experiment that was cut off may still be pending.
process.exit(await main(process.argv.slice(2)));
