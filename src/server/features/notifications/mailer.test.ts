import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig, type SmtpServer } from "#server/platform/config.ts";
import { freshPlace } from "#test/databases.ts";
import { type SmtpFaults, startSmtp } from "#test/smtp.ts";
import { createMailer, failureOf, MailFailure, mailTimes, type OutgoingMail } from "./mailer.ts";

const mail: OutgoingMail = {
  to: { name: "Trần Lan", address: "lan@example.com" },
  messageId: "delivery-1.site@example.vn",
  subject: "Bài hát của bạn đã xong",
  text: "Chào Lan",
  html: "<p>Chào Lan</p>",
};
const short = { connectionMs: 2000, idleMs: 200, sendMs: 5000 };

async function mailerOf(url: string, times = mailTimes) {
  const { dataDir } = await freshPlace("sqlite");
  const env = { DATA_DIR: dataDir, SMTP_URL: url, PUBLIC_URL: "https://nghe.example.vn" };
  const { smtp, sender } = loadConfig({ ...env, MAIL_FROM: "Ngân Nga <chao@example.vn>" }).mail;
  return createMailer(smtp as SmtpServer, sender, times);
}

const never = new AbortController().signal;

async function failure(url: string, change: Partial<OutgoingMail> = {}, times = mailTimes): Promise<MailFailure> {
  const error: unknown = await (await mailerOf(url, times))
    .send({ ...mail, ...change }, never)
    .catch((reason) => reason);
  expect(error).toBeInstanceOf(MailFailure);
  return error as MailFailure;
}

/** A server that does with its connections what the test says. */
async function rawServer(onConnection: Parameters<typeof createTcpServer>[1]): Promise<string> {
  const server = createTcpServer(onConnection as never).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a mail has both bodies, its own Message-ID and says that a machine wrote it", async () => {
  const smtp = await startSmtp();
  await (await mailerOf(smtp.url)).send(mail, never);
  const [received] = smtp.mails;
  expect(received).toMatchObject({ from: "chao@example.vn", to: ["lan@example.com"] });
  expect(received?.header("subject")).toBe(mail.subject);
  expect(received?.header("message-id")).toBe("<delivery-1.site@example.vn>");
  expect(received?.header("auto-submitted")).toBe("auto-generated");
  expect(received?.header("list-unsubscribe")).toBeUndefined();
  expect([...(received?.parts ?? [])]).toEqual([
    ["text/plain", mail.text],
    ["text/html", mail.html],
  ]);
});

test("a mail offers to unsubscribe by one click", async () => {
  const smtp = await startSmtp();
  const unsubscribeUrl = `https://nghe.example.vn/api/notifications/unsubscribe?token=${"a".repeat(120)}.b`;
  await (await mailerOf(smtp.url)).send({ ...mail, unsubscribeUrl }, never);
  expect(smtp.mails[0]?.header("list-unsubscribe")?.replaceAll(" ", "")).toBe(`<${unsubscribeUrl}>`);
  expect(smtp.mails[0]?.header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
});

test.each([
  "Lan\r\nBcc: evil@example.com",
  "Lan\nBcc: evil@example.com\n\nbody",
  'Lan" <evil@example.com>, "x',
  "<script>alert(1)</script>",
  "Lan, evil@example.com",
  "Lan\u0000\u2028\u0085Bcc: evil@example.com",
  "=?utf-8?Q?Lan=0D=0ABcc:_evil@example.com?=",
  "\ud800 Lan",
])("a name such as %j adds neither a header nor a recipient", async (name) => {
  const smtp = await startSmtp();
  await (await mailerOf(smtp.url)).send({ ...mail, to: { name, address: "lan@example.com" }, subject: name }, never);
  const [received] = smtp.mails;
  expect(received?.to).toEqual(["lan@example.com"]);
  expect(received?.header("bcc")).toBeUndefined();
  expect(received?.header("cc")).toBeUndefined();
  expect(received?.header("to")).toMatch(/<lan@example\.com>$/);
  expect(received?.parts.get("text/plain")).toBe(mail.text);
  const names = received?.raw.slice(0, received.raw.indexOf("\r\n\r\n")).match(/^[\w-]+(?=:)/gm);
  expect(names?.toSorted()).toEqual(
    ["Auto-Submitted", "Content-Type", "Date", "From", "MIME-Version", "Message-ID", "Subject", "To"].toSorted(),
  );
});

test.each([
  "lan@example.com>\r\nRCPT TO:<evil@example.com",
  "lan@example.com,evil@example.com",
  "a b@example.com",
  "lan",
])("an address such as %j is refused before the server is asked", async (address) => {
  const smtp = await startSmtp();
  const { isBounce, message } = await failure(smtp.url, { to: { name: "Lan", address } });
  expect([isBounce, message]).toEqual([true, "Địa chỉ email không hợp lệ"]);
  expect(smtp.received).toEqual([]);
});

const refusals: [SmtpFaults, string, boolean][] = [
  [{ recipient: "550 5.1.1 No such user" }, "Máy chủ thư từ chối địa chỉ này", true],
  [{ recipient: "550 No such user" }, "Máy chủ thư từ chối địa chỉ này", true],
  [{ recipient: "552 5.2.2 Mailbox full" }, "Máy chủ thư từ chối địa chỉ này", true],
  [{ data: "554 5.2.1 Mailbox disabled" }, "Máy chủ thư từ chối địa chỉ này", true],
  [{ recipient: "450 4.2.0 Greylisted" }, "Máy chủ thư tạm thời chưa nhận thư", false],
  [{ data: "452 4.3.1 Out of room" }, "Máy chủ thư tạm thời chưa nhận thư", false],
  [{ recipient: "554 5.7.1 Relay access denied" }, "Máy chủ thư không nhận thư của trang này", false],
  [{ data: "550 5.7.1 Looks like spam" }, "Máy chủ thư không nhận thư của trang này", false],
  [{ recipient: "550 5.1.8 Sender's domain unknown" }, "Máy chủ thư không nhận thư của trang này", false],
  [{ sender: "550 5.1.0 Sender refused" }, "Máy chủ thư không nhận thư của trang này", false],
  [{ connect: "554 5.7.0 No service for you" }, "Máy chủ thư không nhận thư của trang này", false],
  [{ recipient: "530 5.7.0 Authentication required" }, "Máy chủ thư không nhận tên đăng nhập hoặc mật khẩu", false],
];
test.each(refusals)("%j is %s", async (faults, message, isBounce) => {
  const smtp = await startSmtp();
  Object.assign(smtp.faults, faults);
  const error = await failure(smtp.url);
  expect({ message: error.message, isBounce: error.isBounce }).toEqual({ message, isBounce });
  expect(error.details).toContain(Object.values(faults)[0]?.toString().slice(0, 3));
  expect(error.details).toContain(Object.values(faults)[0]?.toString().slice(4));
});

test("a wrong password is no bounce, and stays out of all texts, also when the server repeats it", async () => {
  const login = { user: "lan", pass: "mật khẩu của Lan" };
  const smtp = await startSmtp(login);
  await (await mailerOf(smtp.url)).send(mail, never);
  expect(smtp.mails).toHaveLength(1);
  const wrong = await failure(smtp.url.replace("Lan@", "khac@").replace("c%E1%BB%A7a", "cu"));
  expect(wrong).toMatchObject({ message: "Máy chủ thư không nhận tên đăng nhập hoặc mật khẩu", isBounce: false });
  const base64 = Buffer.from(`\0lan\0${login.pass}`).toString("base64");
  smtp.faults.login = `535 5.7.8 Bad ${base64} of ${login.pass}`;
  const repeated = await failure(smtp.url);
  expect(repeated.details).toContain("535 5.7.8 Bad … of …");
  for (const text of [repeated.message, repeated.details, repeated.stack]) {
    expect(text).not.toContain(login.pass);
    expect(text).not.toContain(base64);
  }
});

test("a password is not sent to a server without TLS", async () => {
  const smtp = await startSmtp({ user: "lan", pass: "bi-mat" });
  const { message } = await failure(smtp.url.replace("?requireTLS=false", ""));
  expect(message).toBe("Không thiết lập được kết nối mã hóa với máy chủ thư");
});

test("the certificate of a server is checked unless the address says otherwise", async () => {
  const smtp = await startSmtp(undefined, { hasTls: true });
  expect((await failure(smtp.url)).message).toBe("Chứng chỉ của máy chủ thư không hợp lệ");
  await (await mailerOf(`${smtp.url}?tls.rejectUnauthorized=false`)).send(mail, never);
  expect(smtp.mails).toHaveLength(1);
});

test("a server that is away, hangs, dawdles or drops the connection is told apart", async () => {
  const smtp = await startSmtp();
  smtp.faults.drops = true;
  expect((await failure(smtp.url)).message).toBe("Kết nối với máy chủ thư bị ngắt");
  smtp.faults = { hangs: true };
  expect((await failure(smtp.url, {}, short)).message).toBe("Máy chủ thư trả lời quá lâu");
  await smtp.stop();
  expect((await failure(smtp.url)).message).toBe("Máy chủ thư không nhận kết nối");
  const silent = await rawServer(() => {});
  expect((await failure(silent, {}, { ...short, connectionMs: 100 })).message).toBe("Máy chủ thư trả lời quá lâu");
  const dawdling = await rawServer((socket) => {
    socket.on("error", () => {});
    const timer = setInterval(() => socket.write("220-wait\r\n"), 20);
    socket.on("close", () => clearInterval(timer));
  });
  const times = { connectionMs: 60_000, idleMs: 60_000, sendMs: 300 };
  expect((await failure(dawdling, {}, times)).message).toBe("Máy chủ thư trả lời quá lâu");
  expect((await failure("smtp://mail.invalid")).message).toBe("Không tìm thấy máy chủ thư");
});

test("an aborted signal ends a sending at once, as no failure of the mail", async () => {
  const smtp = await startSmtp();
  smtp.faults.hangs = true;
  const controller = new AbortController();
  const sending = (await mailerOf(smtp.url)).send(mail, controller.signal);
  const outcome = sending.catch((reason: unknown) => reason);
  await expect.poll(() => smtp.received.length).toBe(1);
  controller.abort();
  expect(await outcome).not.toBeInstanceOf(MailFailure);
});

test("files and addresses in a mail are not read", async () => {
  const smtp = await startSmtp();
  const html = { path: "/etc/hostname" } as unknown as string;
  const { message } = await failure(smtp.url, { html });
  expect(message).toBe("Kết nối với máy chủ thư bị ngắt");
  expect(smtp.mails).toEqual([]);
});

test("a code that nodemailer makes up is told as a broken connection", () => {
  expect(failureOf({ code: "ESOMETHING" })).toMatchObject({
    message: "Kết nối với máy chủ thư bị ngắt",
    details: null,
  });
});
