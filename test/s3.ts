/** The S3 service of `s3-server.ts` for one test; it stops after it. */
import { afterEach } from "vitest";
import { type S3Options, type S3Server, startS3Server } from "./s3-server.ts";

const running: S3Server[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

export async function startS3(options: S3Options = {}): Promise<S3Server> {
  const server = await startS3Server(options);
  running.push(server);
  return server;
}
