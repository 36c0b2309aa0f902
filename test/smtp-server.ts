/** A real SMTP server on the loopback, whose faults a test sets. Without Vitest, for the browser tests. */
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  /** Returns an unfolded, decoded header; undefined without one. */
  header(name: string): string | undefined;
  /** The decoded parts by their type, such as `text/html`. */
  parts: ReadonlyMap<string, string>;
}

export interface SmtpFaults {
  /** Reply to RCPT TO, such as `550 5.1.1 No such user`. */
  recipient?: string;
  /** Reply to MAIL FROM. */
  sender?: string;
  /** Reply at the end of the message. */
  data?: string;
  /** Reply to a login with the right password. */
  login?: string;
  /** Reply in place of the greeting. */
  connect?: string;
  /** Receives the message, and answers no more. */
  hangs?: boolean;
  /** Drops the connection after the message. */
  drops?: boolean;
}

export interface SmtpDouble {
  port: number;
  /** For `SMTP_URL`. */
  url: string;
  /** The messages that it has accepted. */
  mails: ReceivedMail[];
  /** The messages that it has received whole, also when it did not answer. */
  received: ReceivedMail[];
  faults: SmtpFaults;
  /** Lets mails that it receives wait for their answer. @returns the function that gives it. */
  holdAnswers(): () => void;
  /** Closes all connections, and accepts none until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/**
 * Starts the server.
 * @param login that it demands.
 * @param options.hasTls offers STARTTLS with a certificate that nobody vouches for.
 */
export async function startSmtpServer(
  login?: { user: string; pass: string },
  { hasTls = false } = {},
): Promise<SmtpDouble> {
  const double: Pick<SmtpDouble, "mails" | "received" | "faults" | "port" | "url"> = {
    mails: [],
    received: [],
    faults: {},
    port: 0,
    url: "",
  };
  const sockets = new Set<Socket>();
  let answers = Promise.resolve();
  let server: SMTPServer | undefined;

  function build(): SMTPServer {
    const built = new SMTPServer({
      authOptional: !login,
      allowInsecureAuth: true,
      disabledCommands: [...(hasTls ? [] : ["STARTTLS"]), ...(login ? [] : ["AUTH"])],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      onConnect: (_session, done) => done(errorOf(double.faults.connect)),
      onAuth({ username, password }, _session, done) {
        const isRight = username === login?.user && password === login?.pass;
        done(errorOf(isRight ? double.faults.login : "535 5.7.8 Wrong user or password"), { user: username });
      },
      onMailFrom: (_address, _session, done) => done(errorOf(double.faults.sender)),
      onRcptTo: (_address, _session, done) => done(errorOf(double.faults.recipient)),
      onData(stream, { envelope }, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const from = envelope.mailFrom ? envelope.mailFrom.address : "";
          const mail = mailOf(
            from,
            envelope.rcptTo.map(({ address }) => address),
            Buffer.concat(chunks).toString("utf8"),
          );
          double.received.push(mail);
          const { hangs, drops, data } = double.faults;
          if (hangs) return;
          if (drops) {
            dropAll();
            return;
          }
          void answers.then(() => {
            if (data === undefined) double.mails.push(mail);
            done(errorOf(data));
          });
        });
      },
    });
    built.on("error", () => {});
    built.server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => {});
    });
    return built;
  }

  function dropAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  async function start(): Promise<void> {
    const built = build();
    built.listen(double.port, "127.0.0.1");
    await once(built.server, "listening");
    server = built;
    double.port = (built.server.address() as AddressInfo).port;
  }

  async function stop(): Promise<void> {
    const stopping = server;
    server = undefined;
    dropAll();
    if (stopping) await new Promise<void>((resolve) => stopping.close(() => resolve()));
  }

  await start();
  const auth = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}@` : "";
  double.url = `smtp://${auth}127.0.0.1:${double.port}${login ? "?requireTLS=false" : ""}`;
  const holdAnswers = () => {
    const held = Promise.withResolvers<void>();
    answers = held.promise;
    return held.resolve;
  };
  return Object.assign(double, { start, stop, holdAnswers });
}

function errorOf(reply: string | undefined): Error | null {
  if (reply === undefined) return null;
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
}

function mailOf(from: string, to: string[], raw: string): ReceivedMail {
  const end = raw.indexOf("\r\n\r\n");
  const headers = headersOf(raw.slice(0, end));
  const boundary = /boundary="?([^";]+)/.exec(headers.get("content-type") ?? "")?.[1];
  const parts = new Map<string, string>();
  for (const part of boundary ? raw.slice(end).split(`--${boundary}`).slice(1, -1) : []) {
    const text = part.replace(/^\r\n/, "");
    const partEnd = text.indexOf("\r\n\r\n");
    const partHeaders = headersOf(text.slice(0, partEnd));
    const type = partHeaders.get("content-type")?.split(";")[0] ?? "";
    parts.set(type, decoded(text.slice(partEnd + 4).trim(), partHeaders.get("content-transfer-encoding") ?? ""));
  }
  return { from, to, raw, parts, header: (name) => headers.get(name.toLowerCase()) };
}

function headersOf(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())];
    }),
  );
}

function decodedWords(text: string): string {
  return text
    .replace(/(=\?[^?]+\?[BQ]\?[^?]*\?=) (?==\?)/gi, "$1")
    .replace(/=\?[^?]+\?([BQ])\?([^?]*)\?=/gi, (_word, kind: string, code: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(code, "base64").toString("utf8")
        : decoded(code.replaceAll("_", " "), "quoted-printable"),
    );
}

function decoded(text: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(text, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return text;
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
