/** Shared parts of the commands. */
import { parseArgs } from "node:util";
import { privateUmask } from "#server/platform/config.ts";

/** Arguments of a command on one file: `FILE` and `--force`. */
export interface FileOptions {
  file: string;
  force: boolean;
}

/**
 * Parses the arguments, runs a command and sets its exit code.
 * @param read parses the arguments; returns undefined or throws for invalid ones.
 * @param run runs the command until it ends or the signal aborts; returns the exit code.
 */
export async function runCommand<Options>(
  usage: string,
  read: (args: string[]) => Options | undefined,
  run: (options: Options, stop: AbortSignal) => Promise<number>,
): Promise<void> {
  process.umask(privateUmask);
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(usage);
    return;
  }
  const options = readOr(() => read(args));
  if (options === undefined) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  process.exitCode = await run(options, stop.signal);
}

/** Parses the arguments of a command on one file, for `runCommand`. */
export function readFileOptions(args: string[]): FileOptions | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { force: { type: "boolean", default: false } },
  });
  const [file] = positionals;
  return file === undefined || positionals.length > 1 ? undefined : { file, force: values.force };
}

/** Writes a line to the standard output. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readOr<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
