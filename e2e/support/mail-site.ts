/** A site that sends its mails to a server on the loopback, whose faults a test sets. */
import { expect } from "@playwright/test";
import { type SmtpDouble, startSmtpServer } from "../../test/smtp-server.ts";
import { startServer } from "./server.ts";
import { connect, type Site } from "./site.ts";

/** Links in mails are made of it, and lead nowhere. */
const publicUrl = "http://nghe.test";

export interface MailSite {
  site: Site;
  smtp: SmtpDouble;
  /** Waits for a mail to an address with a link of a path. Resolves to the newest link, on the tested server. */
  linkTo(email: string, path: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts both, for `beforeAll`. */
export async function startMailSite(): Promise<MailSite> {
  const smtp = await startSmtpServer();
  const server = await startServer({ demo: false, env: { SMTP_URL: smtp.url, PUBLIC_URL: publicUrl } });
  return {
    site: connect(server),
    smtp,
    async linkTo(email, path) {
      const find = () => linksTo(smtp, email).find((link) => link.startsWith(publicUrl + path));
      await expect.poll(find, `a mail to ${email}`).toBeDefined();
      return find()?.replace(publicUrl, server.origin) ?? "";
    },
    async stop() {
      await server.stop();
      await smtp.stop();
    },
  };
}

/** Returns the links in the newest mail to an address; none before there is one. */
function linksTo({ mails }: SmtpDouble, address: string): string[] {
  const text = mails.findLast(({ to }) => to.includes(address))?.parts.get("text/plain") ?? "";
  return [...text.matchAll(/https?:\/\/\S+/g)].map(String);
}
