/** Whether songs like the last one follow a list: chosen in the queue, kept in this browser, off at first. */

import { pageValue } from "../../lib/page-value.ts";
import { readStored, writeStored } from "../../lib/storage.ts";

const value = pageValue(readStored("endless") === "1");

export const useEndless = value.use;

export function setEndless(isOn: boolean): void {
  writeStored("endless", isOn ? "1" : null);
  value.set(isOn);
}
