/** A mail server on the loopback that keeps what it is sent. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface Mailbox {
  /** For `SMTP_URL`. */
  url: string;
  /** Returns the links in the newest mail to an address; none before there is one. */
  linksTo(address: string): string[];
  stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: decoded(Buffer.concat(chunks).toString("latin1")) });
        done(null);
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    linksTo: (address) =>
      [...(mails.findLast(({ to }) => to.includes(address))?.text.matchAll(/https?:\/\/[^\s"<>]+/g) ?? [])].map(String),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Decodes quoted-printable, as far as links need it. */
function decoded(raw: string): string {
  return raw
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
