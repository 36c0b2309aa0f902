/** One server with the demo catalogue for all tests that change nothing of it. Workers find it through the environment. */
import { startServer } from "./support/server.ts";

export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startServer({ demo: true });
  process.env.E2E_ORIGIN = server.origin;
  process.env.E2E_DATA_DIR = server.dataDir;
  return server.stop;
}
