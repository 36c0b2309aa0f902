/** `npm run pay -- --order HM…`: sends to a running server what a payment service would send, signed. */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { isApiError } from "#contract/errors.ts";
import { type PaymentProvider, paymentProviders } from "#contract/payments.ts";
import { recordWithoutMessages } from "#server/features/audit/audit.service.ts";
import { bankRepository } from "#server/features/bank/bank.repository.ts";
import { createOrderPayables } from "#server/features/orders/order-payables.ts";
import { paymentLinksRepository } from "#server/features/payment-providers/payment-links.repository.ts";
import {
  createPaymentSettings,
  isSimulatorSecret,
  type PaymentSettings,
  signingSecretOf,
} from "#server/features/payment-providers/payment-settings.ts";
import {
  memoSamples,
  type SimulatedCall,
  type SimulatedTransfer,
  simulatedCall,
} from "#server/features/payment-providers/simulator.ts";
import { createRequestPayables } from "#server/features/requests/request-payables.ts";
import { type Config, loadConfig } from "#server/platform/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/log.ts";
import { runCommand, say } from "./command.ts";
import { openSiteDatabase } from "./open-database.ts";

const usage = `Cách dùng: npm run pay -- --order HM… | --request HR… [tùy chọn]

Gửi đến máy chủ đang chạy đúng những gì một dịch vụ báo tiền về sẽ gửi, có chữ ký, để thử mà không cần chuyển tiền thật.
Chỉ chạy với khóa thử do lệnh này tạo bằng --setup. Khóa khác được coi là khóa thật: lệnh từ chối, trừ khi có --force.

  --order HM…, --request HR…  trả cho đơn hàng hoặc yêu cầu này
  --provider TÊN   sepay, casso hoặc payos; mặc định là dịch vụ đầu tiên đã có khóa thử
  --setup          tạo khóa thử cho dịch vụ chưa có khóa (mặc định sepay)
  --amount SỐ      số tiền, đồng; mặc định là số còn thiếu
  --memo MẪU|CHỮ   nội dung theo một mẫu (${Object.keys(memoSamples).join(", ")}) hoặc nguyên văn
  --account SỐ     số tài khoản nhận; mặc định là tài khoản đã cấu hình
  --duplicate N    gửi cùng một giao dịch N lần
  --out-of-order   chia làm hai giao dịch, giao dịch sau đến trước
  --outgoing       tiền ra thay vì tiền vào
  --replay         chữ ký cũ, như khi ai đó gửi lại một lần gọi đã chặn được
  --silence        không gửi gì, như khi dịch vụ ngừng báo
  --url ĐỊA_CHỈ    máy chủ; mặc định là máy chủ trên máy này
  --secret KHÓA    ký bằng khóa này thay vì khóa đã lưu
  --force          chạy cả với khóa thật
`;

interface Options {
  code: string | undefined;
  kind: "order" | "request";
  provider: PaymentProvider | undefined;
  setup: boolean;
  amount: number | undefined;
  memo: string;
  account: string | undefined;
  duplicate: number;
  isOutOfOrder: boolean;
  isOutgoing: boolean;
  isReplay: boolean;
  isSilent: boolean;
  url: string | undefined;
  secret: string | undefined;
  force: boolean;
}

/** A refusal, told to the operator. */
class PayError extends Error {}

/** Older than any window of a signature, milliseconds. */
const replayAgeMs = 26 * 3600_000;
/** Tries to reach a service whose secret was made right before: the server learns of it a moment later. */
const setupTries = 20;
const setupPauseMs = 250;

async function run(options: Options, stop: AbortSignal): Promise<number> {
  const config = loadConfig();
  const database = await openSiteDatabase(config, createLog(config.logLevel, process.stderr));
  try {
    const settings = createPaymentSettings({ database, ...config.secrets, recordSensitive: recordWithoutMessages });
    if (options.setup) await setUp(settings, options.provider ?? "sepay");
    if (options.code === undefined) return 0;
    const provider = await providerOf(settings, options);
    const { secret, method } = await keyOf(settings, provider, options);
    const transfers = await transfersOf(database, options.code, provider, options);
    if (options.isSilent) {
      say(`Không gửi gì: ${transfers.map(lineOf).join("; ")}. ${provider} im lặng.`);
      return 0;
    }
    const url = options.url ?? urlOf(config.http);
    const signing = { secret, method, at: Date.now() - (options.isReplay ? replayAgeMs : 0) };
    const isRefused = options.isReplay && (provider === "sepay" ? method === "hmac" : method === "signature");
    let hasFailed = false;
    for (const transfer of transfers) {
      const call = simulatedCall(provider, transfer, signing);
      for (let n = 0; n < options.duplicate && !stop.aborted; n++) {
        const { status, text } = await send(url, call, options.setup && n === 0 ? setupTries : 1, stop);
        say(`${call.path}, ${lineOf(transfer)}: ${status} ${text}`);
        hasFailed ||= status !== (isRefused ? 401 : 200);
      }
    }
    if (options.isReplay && !isRefused)
      say("Cách ký này không có thời gian: chỉ mã giao dịch cho biết đó là lần gửi lại.");
    return stop.aborted ? 130 : hasFailed ? 1 : 0;
  } catch (error) {
    if (!(error instanceof PayError || isApiError(error))) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  } finally {
    await database.close();
  }
}

async function setUp(settings: PaymentSettings, provider: PaymentProvider): Promise<void> {
  await settings.addSimulatorSecret(provider);
  say(`Đã tạo khóa thử cho ${provider}. Khi dùng thật, hãy thay bằng khóa của dịch vụ trong mục Cấu hình.`);
}

async function providerOf(settings: PaymentSettings, { provider, setup }: Options): Promise<PaymentProvider> {
  if (provider !== undefined || setup) return provider ?? "sepay";
  const current = await settings.current();
  const trial = paymentProviders.find((one) => isSimulatorSecret(signingSecretOf(current, one)));
  return trial ?? current.signed[0] ?? "sepay";
}

/** Returns the key to sign with. @throws PayError for a real one without `--force`. */
async function keyOf(settings: PaymentSettings, provider: PaymentProvider, { secret: given, force }: Options) {
  const current = await settings.current();
  const stored = signingSecretOf(current, provider);
  if (current.isUnreadable && given === undefined) {
    throw new PayError("Không đọc được khóa đã lưu: SECRET_KEY phải giống với máy chủ đang chạy.");
  }
  const secret = given ?? stored;
  if (secret === "") throw new PayError(`${provider} chưa có khóa. Chạy với --setup để tạo khóa thử.`);
  const isReal = [secret, stored].some((one) => one !== "" && !isSimulatorSecret(one));
  if (isReal && !force) {
    throw new PayError(
      `${provider} có khóa thật: tiền giả sẽ cộng Premium thật. Chỉ dùng --force khi bạn chắc chắn muốn vậy.`,
    );
  }
  return { secret, method: provider === "payos" ? undefined : current[provider].method };
}

async function transfersOf(
  database: Database,
  code: string,
  provider: PaymentProvider,
  options: Options,
): Promise<SimulatedTransfer[]> {
  if (options.isOutgoing && provider === "payos") throw new PayError("payOS không báo tiền ra.");
  const payables = (options.kind === "order" ? createOrderPayables : createRequestPayables)(database);
  const [payable] = await payables.byCode([code]);
  if (!payable && options.amount === undefined)
    throw new PayError(`Không tìm thấy ${code}. Cho biết số tiền bằng --amount.`);
  const amount = options.amount ?? Math.max(0, (payable?.price ?? 0) - (payable?.received ?? 0));
  if (amount === 0) throw new PayError(`${code} không còn thiếu tiền. Cho biết số tiền bằng --amount.`);
  const link =
    provider === "payos"
      ? await paymentLinksRepository(database.db).usable(code, 1, new Date().toISOString())
      : undefined;
  const account = options.account ?? link?.account ?? (await bankRepository(database.db).current())?.account_number;
  if (!account) throw new PayError("Chưa có tài khoản ngân hàng. Cho biết số tài khoản bằng --account.");
  const memo = options.memo in memoSamples ? memoSamples[options.memo as keyof typeof memoSamples](code) : options.memo;
  const orderCode = link ? { orderCode: link.provider_code } : {};
  const half = Math.floor(amount / 2);
  const amounts = options.isOutOfOrder && half > 0 ? [amount - half, half] : [amount];
  const now = Date.now();
  return amounts.map((part, n) => {
    const id = now * 1000 + randomInt(1000);
    const direction = options.isOutgoing ? "out" : "in";
    return {
      amount: part,
      memo,
      account,
      direction,
      id,
      reference: `FT${id}`,
      occurredAt: now - n * 60_000,
      ...orderCode,
    };
  });
}

/** @param tries of a server that answers 404. */
async function send(url: string, { path, body, headers }: SimulatedCall, tries: number, stop: AbortSignal) {
  for (let left = tries; ; left--) {
    const answer = await fetch(new URL(path, url), { method: "POST", body, headers, signal: stop }).catch((error) => {
      throw new PayError(
        `Không gửi được đến ${url}: ${error.cause?.code ?? error.message}. Máy chủ có đang chạy không?`,
      );
    });
    const text = await answer.text();
    if (answer.status !== 404 || left <= 1) return { status: answer.status, text };
    await new Promise((resolve) => setTimeout(resolve, setupPauseMs));
  }
}

/** Returns the address of the server on this machine. */
const urlOf = ({ host, port }: Config["http"]) =>
  `http://${["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host}:${port}`;

const lineOf = ({ amount, memo, direction }: SimulatedTransfer) =>
  `${direction === "out" ? "-" : ""}${amount.toLocaleString("vi-VN")} đ, "${memo}"`;

function read(args: string[]): Options | undefined {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args,
    options: {
      order: text,
      request: text,
      provider: text,
      setup: flag,
      amount: text,
      memo: { ...text, default: "plain" },
      account: text,
      duplicate: { ...text, default: "1" },
      "out-of-order": flag,
      outgoing: flag,
      replay: flag,
      silence: flag,
      url: text,
      secret: text,
      force: flag,
    },
  });
  const { order, request, setup, memo, account, secret, force } = values;
  const provider = paymentProviders.find((one) => one === values.provider);
  const amount = values.amount === undefined ? undefined : wholeNumber(values.amount);
  const duplicate = wholeNumber(values.duplicate);
  const hasTarget = (order === undefined) !== (request === undefined);
  if (!hasTarget && !(setup && order === undefined)) return undefined;
  if (values.provider !== undefined && provider === undefined) return undefined;
  if (Number.isNaN(amount) || Number.isNaN(duplicate) || secret === "") return undefined;
  if (values.url !== undefined && !/^https?:$/.test(URL.parse(values.url)?.protocol ?? "")) return undefined;
  return {
    code: (order ?? request)?.trim().toUpperCase(),
    kind: request === undefined ? "order" : "request",
    provider,
    setup,
    amount,
    memo,
    account,
    duplicate,
    isOutOfOrder: values["out-of-order"],
    isOutgoing: values.outgoing,
    isReplay: values.replay,
    isSilent: values.silence,
    url: values.url,
    secret,
    force,
  };
}

/** Returns a positive whole number; NaN for anything else. */
const wholeNumber = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : Number.NaN);

await runCommand(usage, read, run);
