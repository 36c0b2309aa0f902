/** Progress of a command: one line that is updated on a terminal; otherwise a line per step. */
export interface Progress<Step extends string> {
  show(step: Step, done: number, total: number): void;
  /** Clears the line for further output. */
  end(): void;
}

export function createProgress<Step extends string>(titles: Record<Step, string>): Progress<Step> {
  const terminal = process.stdout.isTTY;
  return {
    show(step, done, total) {
      const text = total > 1 ? `${titles[step]}: ${done}/${total}` : titles[step];
      if (terminal) process.stdout.write(`\r\x1b[K${text}`);
      else if (done === total || done === 0) process.stdout.write(`${text}\n`);
    },
    end() {
      if (terminal) process.stdout.write("\r\x1b[K");
    },
  };
}
