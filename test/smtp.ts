/** The SMTP server of `smtp-server.ts` for one test; it stops after it. */
import { onTestFinished } from "vitest";
import { type SmtpDouble, startSmtpServer } from "./smtp-server.ts";

export type { SmtpDouble, SmtpFaults } from "./smtp-server.ts";

export async function startSmtp(...options: Parameters<typeof startSmtpServer>): Promise<SmtpDouble> {
  const server = await startSmtpServer(...options);
  onTestFinished(server.stop);
  return server;
}
