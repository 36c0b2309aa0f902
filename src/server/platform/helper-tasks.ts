/** The side of a helper process: runs the tasks of `helper-pool.ts` one at a time. */
import { Socket } from "node:net";
import { createInterface } from "node:readline";

/** One line of JSON for each task. */
export type Reply = { result: unknown } | { error: HandlerError };

/** An error of the handler; `code` and `syscall` are those of a system error. */
export interface HandlerError {
  message: string;
  code?: string | undefined;
  syscall?: string | undefined;
}

/** Serves tasks until the server closes the channel. @param handle its result must fit into JSON. */
export function serveTasks<Task>(handle: (task: Task) => Promise<unknown>): void {
  // Ctrl-C also signals this process, which must finish its task for the server that is stopping.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  // A channel of its own: libraries print to the standard output.
  const channel = new Socket({ fd: 3, readable: true, writable: true });
  const reply = (line: Reply) => channel.write(`${JSON.stringify(line)}\n`);
  // The modules are loaded: what fails from now on is the task's.
  reply({ result: "ready" });
  createInterface({ input: channel }).on("line", (line) => {
    handle(JSON.parse(line) as Task).then(
      (result) => reply({ result }),
      ({ message, code, syscall }: NodeJS.ErrnoException) => reply({ error: { message, code, syscall } }),
    );
  });
}
