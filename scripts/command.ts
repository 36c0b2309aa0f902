/** What the commands beside a server have in common. */

/**
 * Runs a command on its arguments, and ends with the exit code that it gives.
 * @param read gives undefined for, or throws at, arguments that are none of the command's.
 * @param run is told by the signal to stop.
 */
export async function runCommand<Options>(
  usage: string,
  read: (args: string[]) => Options | undefined,
  run: (options: Options, stop: AbortSignal) => Promise<number>,
): Promise<void> {
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

/** One line of the command's output. */
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
