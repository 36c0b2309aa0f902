/**
 * `npm run admin -- …`: manages administrators, resets passwords of all accounts, retries failed background work, counts what the
 * next retention run would erase, encrypts stored keys anew; the server may be running.
 */
import { setTimeout } from "node:timers/promises";
import { ApiError, isApiError } from "#contract/errors.ts";
import { createAccounts, type NewPassword, type PasswordKind } from "#server/features/accounts/accounts.service.ts";
import { createPasswords } from "#server/features/accounts/passwords.ts";
import { createAccountSecurity } from "#server/features/accounts/second-factor/account-security.service.ts";
import { createSecondFactors } from "#server/features/accounts/second-factor/second-factors.ts";
import { createConfirmations } from "#server/features/accounts/sessions/confirmations.ts";
import { recordWithoutMessages } from "#server/features/audit/audit.service.ts";
import { createMediaStore } from "#server/features/media/media.service.ts";
import { withdrawMessages } from "#server/features/notifications/notifications.service.ts";
import { createZaloSettings } from "#server/features/notifications/zalo/zalo-settings.ts";
import { dueOrders } from "#server/features/orders/order-retention.service.ts";
import { createOutboxOverview } from "#server/features/outbox/outbox.service.ts";
import { createPaymentSettings } from "#server/features/payment-providers/payment-settings.ts";
import { transferRetention } from "#server/features/payments/transfer-retention.service.ts";
import { dueRequests } from "#server/features/requests/request-retention.service.ts";
import { createRetentionPreview, kinds, monthsOf, summaries } from "#server/features/retention/retention.service.ts";
import { type Config, loadConfig, privateUmask } from "#server/platform/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { classifyDbError } from "#server/platform/db/dialect.ts";
import { unusablePostgres } from "#server/platform/db/unusable.ts";
import { createLog } from "#server/platform/log.ts";
import { vietnamTimeZone } from "#server/platform/vietnam-time.ts";
import { openSiteDatabase } from "./open-database.ts";
import { openFiles } from "./open-files.ts";

const usage = `Cách dùng: npm run admin -- LỆNH

  list                       các quản trị viên
  create EMAIL               thêm một quản trị viên, in mật khẩu một lần
  reset-password EMAIL       đặt mật khẩu mới cho một quản trị viên, in ra một lần, và kết thúc mọi phiên đăng nhập của người đó
  reset-user-password EMAIL  cũng vậy, cho một người dùng
  reset-staff-password EMAIL cũng vậy, cho một nhân viên
  sessions EMAIL             các phiên đăng nhập còn hiệu lực của quản trị viên, người dùng hay nhân viên này, giờ Việt Nam
  end-sessions EMAIL         kết thúc tất cả các phiên đó
  disable-totp EMAIL         tắt xác thực hai bước của quản trị viên hay nhân viên này và kết thúc mọi phiên đăng nhập của họ;
                             nhân viên cũng có thể gọi bằng tên đăng nhập
  outbox                     việc nền: số lượng theo loại, và những việc đã thất bại
  outbox-retry SỐ|LOẠI       cho chạy lại một việc đã thất bại, hoặc mọi việc đã thất bại của một loại
  retention                  lần chạy lưu giữ kế tiếp sẽ xóa bao nhiêu yêu cầu, đơn hàng và dòng sổ quản trị; lệnh này không xóa gì
  reseal                     mã hóa lại các khóa đã lưu bằng SECRET_KEY mới; SECRET_KEY_OLD là khóa cũ
`;

/** Commands that set a new password, with the kind of their account. */
const resets: Partial<Record<string, PasswordKind>> = {
  "reset-password": "admin",
  "reset-user-password": "user",
  "reset-staff-password": "staff",
};
const withArgument = ["create", ...Object.keys(resets), "sessions", "end-sessions", "disable-totp", "outbox-retry"];
const withoutArgument = ["list", "reseal", "outbox", "retention"];

async function main(args: string[]): Promise<number> {
  const [command = "", argument = ""] = args;
  const accountKind = resets[command];
  const isValid = withArgument.includes(command)
    ? args.length === 2 && argument !== ""
    : args.length === 1 && withoutArgument.includes(command);
  if (!isValid) {
    process.stderr.write(usage);
    return 2;
  }
  process.umask(privateUmask);
  const config = loadConfig();
  const log = createLog(config.logLevel, process.stderr);
  let database: Database | undefined;
  try {
    database = await openSiteDatabase(config, log, { isForRequests: true });
    const passwords = createPasswords();
    const secondFactors = createSecondFactors({ database, ...config.secrets });
    const accounts = createAccounts({
      database,
      passwords,
      secondFactors,
      withdraw: withdrawMessages,
      log,
      key: config.secrets.key,
    });
    if (command === "reseal") {
      const { resealed, unreadable } = await secondFactors.reseal();
      if (resealed > 0) line(`Đã mã hóa lại khóa xác thực hai bước của ${resealed} tài khoản.`);
      const { storage } = await openFiles(config, database, createMediaStore({ dataDir: config.dataDir }));
      line(
        (await storage.reseal())
          ? "Đã mã hóa lại khóa của kho lưu trữ bằng SECRET_KEY."
          : "Kho lưu trữ không có khóa nào đã lưu.",
      );
      const zalo = createZaloSettings({ database, ...config.secrets, recordSensitive: recordWithoutMessages });
      line(
        (await zalo.reseal())
          ? "Đã mã hóa lại khóa và token của kênh Zalo bằng SECRET_KEY."
          : "Kênh Zalo không có khóa nào đã lưu.",
      );
      const payments = createPaymentSettings({ database, ...config.secrets, recordSensitive: recordWithoutMessages });
      line(
        (await payments.reseal())
          ? "Đã mã hóa lại khóa của các dịch vụ báo tiền về bằng SECRET_KEY."
          : "Các dịch vụ báo tiền về không có khóa nào đã lưu.",
      );
      if (unreadable > 0) {
        throw new ApiError(
          "unavailable",
          `Không đọc được khóa xác thực hai bước của ${unreadable} tài khoản: SECRET_KEY_OLD không phải là khóa cũ của chúng`,
        );
      }
    } else if (command === "outbox") {
      await showOutbox(createOutboxOverview(database));
    } else if (command === "outbox-retry") {
      const isId = /^\d{1,15}$/.test(argument);
      const count = await createOutboxOverview(database).retry(isId ? Number(argument) : argument);
      line(`Đã cho chạy lại ${count} việc.`);
    } else if (command === "retention") {
      const preview = createRetentionPreview({
        db: database.db,
        requests: dueRequests(database),
        orders: dueOrders(database),
        transfers: transferRetention(database),
      });
      await showRetention(preview);
    } else if (command === "list") {
      const admins = await accounts.admins();
      for (const { email, role, is_active } of admins) {
        const facts = [...(role === "accountant" ? ["kế toán"] : []), ...(is_active ? [] : ["đã đóng"])];
        line(facts.length === 0 ? email : `${email} (${facts.join(", ")})`);
      }
      if (admins.length === 0) line("Chưa có quản trị viên nào.");
    } else if (command === "create") {
      show("Đã thêm quản trị viên", await accounts.createAdmin(argument));
    } else if (command === "sessions") {
      const sessions = await accounts.sessionsOf(argument);
      for (const { kind, created_at, used_at, expires_at } of sessions) {
        const [started, used, expires] = [created_at, used_at, expires_at].map(vietnamTime);
        line(`${kindNames[kind]}: đăng nhập ${started}, dùng lần cuối ${used}, hết hạn ${expires}`);
      }
      if (sessions.length === 0) line("Không có phiên đăng nhập nào.");
    } else if (command === "disable-totp") {
      const security = createAccountSecurity({
        database,
        passwords,
        accounts,
        secondFactors,
        confirmations: createConfirmations(config.secrets.key),
        recordSensitive: recordWithoutMessages,
      });
      const kinds = await security.disableByLogin(argument);
      for (const kind of kinds) line(`${kindNames[kind]} ${argument}: đã tắt xác thực hai bước.`);
      line("Mọi phiên đăng nhập cũ đã kết thúc.");
    } else if (command === "end-sessions") {
      await accounts.endSessionsOf(argument);
      line("Mọi phiên đăng nhập đã kết thúc.");
    } else if (accountKind) {
      show("Đã đặt lại mật khẩu của", await accounts.resetPassword(accountKind, argument));
      line("Mọi phiên đăng nhập cũ của người này đã kết thúc.");
    }
    return 0;
  } catch (error) {
    const message = messageOf(error, config);
    if (message === undefined) throw error;
    process.stderr.write(`${message}\n`);
    return 1;
  } finally {
    await Promise.race([database?.close(), setTimeout(closingMs)]);
  }
}

/** Milliseconds for closing the connections: a database that hangs never confirms it. */
const closingMs = 1000;

/** Returns a message for an expected error; undefined for any other. */
function messageOf(error: unknown, { databaseUrl }: Config): string | undefined {
  if (isApiError(error)) return `${error.message}.`;
  if (databaseUrl === undefined || classifyDbError(error) !== "unavailable") return undefined;
  return `${unusablePostgres(databaseUrl, error as Error)}\nHãy thử lại khi PostgreSQL hoạt động bình thường.`;
}

/** Failed messages that are listed. */
const maxFailed = 50;

async function showOutbox(outbox: ReturnType<typeof createOutboxOverview>): Promise<void> {
  const counts = await outbox.counts();
  for (const { topic, pending, running, done, failed } of counts) {
    line(`${topic}: ${pending} đang chờ, ${running} đang chạy, ${done} đã xong, ${failed} thất bại`);
  }
  if (counts.length === 0) line("Không có việc nền nào.");
  const messages = await outbox.failed(maxFailed);
  if (messages.length > 0) line("\nĐã thất bại (SỐ LOẠI, lần thử, lúc, lỗi):");
  for (const { id, topic, attempts, finished_at, last_error } of messages) {
    line(`${id} ${topic}, ${attempts} lần, ${vietnamTime(finished_at ?? "")}, ${last_error}`);
  }
  const rest = counts.reduce((sum, { failed }) => sum + failed, 0) - messages.length;
  if (rest > 0) line(`… và ${rest} việc nữa`);
}

async function showRetention(preview: ReturnType<typeof createRetentionPreview>): Promise<void> {
  const { times, at, due } = await preview.next();
  line(`Lần chạy kế tiếp, ${vietnamTime(new Date(at).toISOString())}, sẽ xóa:`);
  for (const kind of kinds) {
    const months = monthsOf(times, kind) ?? null;
    line(`${months === null ? "giữ mãi" : `quá ${months} tháng`}: ${due[kind]} ${summaries[kind]}`);
  }
  line("Lệnh này không thay đổi gì.");
}

const kindNames = { admin: "Quản trị viên", user: "Người dùng", staff: "Nhân viên" } as const;
const clock = new Intl.DateTimeFormat("vi-VN", {
  timeZone: vietnamTimeZone,
  dateStyle: "short",
  timeStyle: "short",
});
const vietnamTime = (iso: string) => clock.format(new Date(iso));

function show(action: string, { email, password }: NewPassword): void {
  line(`${action} ${email}.`);
  line(`Mật khẩu (chỉ hiện lần này): ${password}`);
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}

// A connection that hangs would keep the process.
process.exit(await main(process.argv.slice(2)));
