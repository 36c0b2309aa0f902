/** How many of the packages of package-lock.json are in place, as people read it. Optional ones do not count. */
export function progressOf(wanted: Record<string, object>, withDev: boolean): string;
/** Says in a sentence why npm failed, by the error codes in its messages. */
export function causeOf(messages: string): string;
/** The machine's own Node, outside node_modules; undefined where only the pinned one is to be found. */
export function machineNode(): string | undefined;
