/** The product's version. */
import { readFileSync } from "node:fs";

const packageFile = new URL("../../../package.json", import.meta.url);

/** As `package.json` has it. */
export const appVersion = (JSON.parse(readFileSync(packageFile, "utf8")) as { version: string }).version;
