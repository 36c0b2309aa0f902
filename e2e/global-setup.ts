/** Starts one server with the demo catalogue for all tests that do not change it. Workers get its origin from the environment. */
import { startServer } from "./support/server.ts";
import { connect } from "./support/site.ts";

export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startServer({ demo: true });
  process.env.E2E_ORIGIN = server.origin;
  process.env.E2E_DATA_DIR = server.dataDir;
  process.env.E2E_ADMIN_TOKEN = await connect(server).asAdmin();
  return server.stop;
}
