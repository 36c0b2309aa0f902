/** The S3 service of `s3-server.ts` for one test; it stops after it. */
import { onTestFinished } from "vitest";
import { type S3Options, type S3Server, startS3Server } from "./s3-server.ts";

export async function startS3(options: S3Options = {}): Promise<S3Server> {
  const server = await startS3Server(options);
  onTestFinished(server.stop);
  return server;
}
