/** Files that this process holds open. */
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import path from "node:path";

/** The open descriptors of files whose paths contain `name`; none where the system does not tell (only Linux does). */
export function descriptorsOf(name: string): string[] {
  const dir = "/proc/self/fd";
  const links = existsSync(dir) ? readdirSync(dir).map((fd) => linkOf(path.join(dir, fd))) : [];
  return links.filter((link) => link.includes(name));
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
}
