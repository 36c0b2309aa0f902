/** Sends e-mails over SMTP, each on a connection of its own. */
import { createTransport } from "nodemailer";
import type { Mailbox, SmtpServer } from "#server/platform/config.ts";
import type { Mail } from "./mails/mail.ts";

export interface OutgoingMail extends Mail {
  to: Mailbox;
  /** Without the angle brackets. */
  messageId: string;
  /** Address of the one-click unsubscription (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  fileName: string;
  contentType: string;
  bytes: Buffer;
}

export interface Mailer {
  sender: Mailbox;
  /** @throws MailFailure; any other error when the signal has aborted. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** Milliseconds; shorter in tests. */
export interface MailTimes {
  connectionMs: number;
  /** Without a byte from the server. */
  idleMs: number;
  /** For a whole message: a server that dawdles is never idle. */
  sendMs: number;
}
export const mailTimes: MailTimes = { connectionMs: 10_000, idleMs: 60_000, sendMs: 120_000 };

/** An e-mail that was not sent; nothing in it is secret. */
export class MailFailure extends Error {
  override readonly name = "MailFailure";
  /** The server's words. */
  readonly details: string | null;
  /** Whether the server refused the address for good. */
  readonly isBounce: boolean;

  /** @param message in Vietnamese. */
  constructor(message: string, details: string | null, isBounce: boolean) {
    super(message);
    this.details = details;
    this.isBounce = isBounce;
  }
}

const recipientPattern = /^[^\s@<>"(),:;\\[\]\p{Cc}]+@[^\s@<>"(),:;\\[\]\p{Cc}]+$/u;
const maxDetails = 300;

/** @param times how long the server may take. */
export function createMailer(smtp: SmtpServer, sender: Mailbox, times: MailTimes = mailTimes): Mailer {
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.isSecure,
    requireTLS: smtp.requireTls,
    ignoreTLS: smtp.ignoreTls,
    tls: { rejectUnauthorized: smtp.verifyCertificate },
    ...(smtp.auth ? { auth: smtp.auth } : {}),
    connectionTimeout: times.connectionMs,
    greetingTimeout: times.connectionMs,
    dnsTimeout: times.connectionMs,
    socketTimeout: times.idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
  return {
    sender,
    async send({ to, messageId, subject, text, html, unsubscribeUrl, attachments = [] }, signal) {
      const { address } = to;
      if (!recipientPattern.test(address)) throw new MailFailure("Địa chỉ email không hợp lệ", null, true);
      const timeout = AbortSignal.timeout(times.sendMs);
      try {
        await transport.sendMail({
          from: { name: oneLine(sender.name), address: sender.address },
          to: { name: oneLine(to.name), address },
          envelope: { from: sender.address, to: [address] },
          messageId: `<${messageId}>`,
          subject: oneLine(subject),
          text,
          html,
          attachments: attachments.map(({ fileName, contentType, bytes }) => ({
            filename: fileName,
            contentType,
            content: bytes,
          })),
          // Replies of machines to machines.
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(unsubscribeUrl === undefined ? {} : { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
          },
          ...(unsubscribeUrl === undefined ? {} : { list: { unsubscribe: { url: unsubscribeUrl } } }),
          signal: AbortSignal.any([signal, timeout]),
        });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw failureOf(timeout.aborted ? { code: "ETIMEDOUT" } : (error as SmtpError), smtp.auth);
      }
    },
  };
}

/** The facts that nodemailer tells of a failure. */
interface SmtpError {
  code?: string | undefined;
  command?: string | undefined;
  originalCode?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
}

const codeMessages: Readonly<Record<string, string>> = {
  EAUTH: "Máy chủ thư không nhận tên đăng nhập hoặc mật khẩu",
  ENOAUTH: "Máy chủ thư cần tên đăng nhập và mật khẩu",
  ETLS: "Không thiết lập được kết nối mã hóa với máy chủ thư",
  EDNS: "Không tìm thấy máy chủ thư",
  ENOTFOUND: "Không tìm thấy máy chủ thư",
  ECONNREFUSED: "Máy chủ thư không nhận kết nối",
  ETIMEDOUT: "Máy chủ thư trả lời quá lâu",
};
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ERR_SSL|ERR_TLS/;
const authCodes: readonly number[] = [530, 534, 535, 538];
/** Of commands and their order (RFC 5321), which say nothing about an address. */
const protocolCodes: readonly number[] = [500, 501, 502, 503, 504];

/** Returns the failure that an error of nodemailer tells of. @param auth is kept out of its texts. */
export function failureOf(error: SmtpError, auth?: SmtpServer["auth"]): MailFailure {
  const { code = "", originalCode = "", response, responseCode } = error;
  const details = response === undefined ? null : wordsOf(response, auth);
  if (responseCode !== undefined && authCodes.includes(responseCode)) {
    return new MailFailure(codeMessages.EAUTH as string, details, false);
  }
  if (isBounce(error)) return new MailFailure("Máy chủ thư từ chối địa chỉ này", details, true);
  if (responseCode !== undefined && code !== "EAUTH" && code !== "ETLS") {
    const message =
      responseCode < 500 ? "Máy chủ thư tạm thời chưa nhận thư" : "Máy chủ thư không nhận thư của trang này";
    return new MailFailure(message, details, false);
  }
  const message = certificateCodes.test(`${code} ${originalCode}`)
    ? "Chứng chỉ của máy chủ thư không hợp lệ"
    : (codeMessages[originalCode] ?? codeMessages[code] ?? "Kết nối với máy chủ thư bị ngắt");
  return new MailFailure(message, details, false);
}

/** Whether a server refuses the address for good, and not us, our settings or the content (RFC 3463). */
function isBounce({ command, response = "", responseCode = 0 }: SmtpError): boolean {
  if (responseCode < 500 || responseCode > 599) return false;
  if (command !== "RCPT TO" && command !== "DATA") return false;
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  if (subject === undefined) return !protocolCodes.includes(responseCode);
  // 5.1.7 and 5.1.8 are about the sender.
  if (subject === "1") return detail !== "7" && detail !== "8";
  return subject === "2";
}

/** Returns a server's words in one line, without the credentials, should it repeat them. */
function wordsOf(response: string, auth: SmtpServer["auth"]): string {
  let words = oneLine(response);
  for (const secret of auth ? secretsOf(auth) : []) words = words.replaceAll(secret, "…");
  return words.slice(0, maxDetails);
}

const secretsOf = ({ user, pass }: NonNullable<SmtpServer["auth"]>) =>
  [pass, ...[pass, `\0${user}\0${pass}`].map((text) => Buffer.from(text).toString("base64"))].filter(
    (secret) => secret.length > 1,
  );

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
