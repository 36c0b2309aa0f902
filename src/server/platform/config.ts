/** The process's settings, parsed once from the environment. Nothing else reads `process.env`. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import proxyAddr from "@fastify/proxy-addr";
import { z } from "zod";

const onOff = (byDefault: boolean) =>
  z
    .enum(["0", "1", "on", "off", "true", "false"])
    .default(byDefault ? "1" : "0")
    .transform((value) => value === "1" || value === "on" || value === "true");
const blankIsUnset = (value: unknown) => (value === "" ? undefined : value);

const count = (byDefault: number) => z.coerce.number().int().min(1).max(1_000_000).default(byDefault);
/** A time in seconds, fractions included; the config has it in milliseconds. */
const seconds = (byDefault: number) =>
  z.coerce
    .number()
    .min(0.1)
    .max(24 * 60 * 60)
    .default(byDefault)
    .transform((value) => Math.round(value * 1000));

/** The first descriptor that systemd hands over: `sd_listen_fds(3)`. */
const firstInherited = 3;

const brand = "Ngân Nga";
const smtpParameters = ["requireTLS", "ignoreTLS", "tls.rejectUnauthorized"] as const;

/** Reads `smtp://user:password@host:port`; the messages name no part of it, since it holds a password. */
function smtpServer(text: string, context: z.RefinementCtx): SmtpServer {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "") {
    return refuse("phải là một địa chỉ như smtp://user:password@host:587 hoặc smtps://user:password@host");
  }
  if (!/^\/?$/.test(url.pathname) || url.hash !== "") return refuse("phải kết thúc sau cổng hoặc bằng các tham số");
  const flags: Partial<Record<string, boolean>> = {};
  for (const [name, value] of url.searchParams) {
    if (!smtpParameters.some((known) => known === name) || !/^(true|false)$/.test(value)) {
      return refuse(`chỉ nhận các tham số ${smtpParameters.join(", ")}, mỗi tham số là true hoặc false`);
    }
    flags[name] = value === "true";
  }
  let auth: SmtpServer["auth"];
  try {
    if (url.username !== "") auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  } catch {
    return refuse("tên và mật khẩu phải được mã hóa phần trăm (ví dụ @ là %40)");
  }
  const isSecure = url.protocol === "smtps:";
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    // A password never crosses the network unencrypted unless the operator says so.
    requireTls: flags.requireTLS ?? (auth !== undefined && !flags.ignoreTLS),
    ignoreTls: flags.ignoreTLS ?? false,
    verifyCertificate: flags["tls.rejectUnauthorized"] ?? true,
    auth,
  };
}

const mailAddress = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/;

/** Reads `name@host` or `Name <name@host>`. */
function mailbox(text: string, context: z.RefinementCtx): Mailbox {
  const [, name = "", address = text] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  if (!mailAddress.test(address.trim()) || /\p{Cc}/u.test(text)) {
    context.addIssue({ code: "custom", message: "phải là một địa chỉ như Ngân Nga <xin-chao@example.vn>" });
    return z.NEVER;
  }
  return { name: name.trim().replace(/^"(.*)"$/, "$1") || brand, address: address.trim() };
}

/** Reads addresses, ranges and names of ranges, separated by commas. */
function trustedProxies(value: string, context: z.RefinementCtx): string[] | false {
  if (["", "0", "off", "false"].includes(value)) return false;
  // Trusting every sender would let a client forge its address.
  if (["1", "on", "true"].includes(value)) return ["loopback", "linklocal", "uniquelocal"];
  const senders = value.split(",").map((part) => part.trim());
  for (const sender of senders) {
    try {
      proxyAddr.compile(sender);
    } catch {
      context.addIssue({
        code: "custom",
        message: `không đọc được "${sender}". Hãy ghi 1, hoặc các địa chỉ như 10.0.0.1, 192.168.0.0/16`,
      });
    }
  }
  return senders;
}

/** The umask of every process that writes data: only its user can read them. */
export const privateUmask = 0o077;

const Environment = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: z.string().default("127.0.0.1"),
    DATA_DIR: z.string().default("./data"),
    DATABASE_URL: z.preprocess(
      blankIsUnset,
      z
        .string()
        .regex(/^postgres(ql)?:\/\//, "phải bắt đầu bằng postgres://")
        .optional(),
    ),
    ADMIN_EMAIL: z.string().default("admin@localhost"),
    ADMIN_PASSWORD: z.preprocess(blankIsUnset, z.string().max(200).optional()),
    SECRET_KEY: z.preprocess(blankIsUnset, z.string().min(16).optional()),
    SECRET_KEY_OLD: z.preprocess(blankIsUnset, z.string().min(16).optional()),
    PUBLIC_URL: z.preprocess(
      blankIsUnset,
      z
        .url({ protocol: /^https?$/, error: "phải là một địa chỉ bắt đầu bằng http:// hoặc https://" })
        .transform((address) => new URL(address))
        .refine(
          ({ pathname, search, hash }) => /^\/*$/.test(pathname) && !search && !hash,
          "phải kết thúc sau tên miền, không có đường dẫn",
        )
        .transform(({ origin }) => origin)
        .optional(),
    ),
    TRUST_PROXY: z.string().default("").transform(trustedProxies),
    DEMO: onOff(true),
    RATE_LIMITS: onOff(true),
    MAX_CONNECTIONS: count(5000),
    MAX_CONNECTIONS_PER_ADDRESS: count(1000),
    HEADERS_TIMEOUT_SECONDS: seconds(20),
    BODY_TIMEOUT_SECONDS: seconds(30),
    UPLOAD_TIMEOUT_SECONDS: seconds(3600),
    ANSWER_TIMEOUT_SECONDS: seconds(600),
    IDLE_TIMEOUT_SECONDS: seconds(60),
    KEEP_ALIVE_SECONDS: seconds(72),
    DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
    MAX_EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(1000),
    DISK_RESERVE_MB: z.preprocess(blankIsUnset, z.coerce.number().int().min(0).max(100_000_000).optional()),
    SLOW_QUERY_MS: z.coerce.number().int().min(0).max(600_000).default(500),
    METRICS_TOKEN: z.preprocess(
      blankIsUnset,
      z
        .string()
        .min(16)
        .regex(/^[\w.~+/=-]+$/, "chỉ được có chữ cái không dấu, chữ số và -._~+/=")
        .optional(),
    ),
    ALLOW_PRIVATE_STORAGE: onOff(false),
    SMTP_URL: z.preprocess(blankIsUnset, z.string().transform(smtpServer).optional()),
    MAIL_FROM: z.preprocess(blankIsUnset, z.string().transform(mailbox).optional()),
    LISTEN_FDS: z.coerce.number().int().min(0).optional(),
    LISTEN_PID: z.coerce.number().int().optional(),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .refine(({ SMTP_URL, PUBLIC_URL }) => SMTP_URL === undefined || PUBLIC_URL !== undefined, {
    path: ["PUBLIC_URL"],
    message: "cần có khi đặt SMTP_URL, cho các liên kết trong email",
  });

/** How long a connection may take, in milliseconds. */
export interface Timeouts {
  /** Sending the head of a request. */
  headersMs: number;
  /** Sending a body that is not an upload. */
  bodyMs: number;
  /** Sending a whole request, and so an upload. */
  uploadMs: number;
  /** Answering, and reading the answer, unless that is a stream. */
  answerMs: number;
  /** Without a byte in either direction, while there is a request. */
  idleMs: number;
  /** Between two requests. */
  keepAliveMs: number;
}

/** The mail server that sends e-mails. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  isSecure: boolean;
  requireTls: boolean;
  ignoreTls: boolean;
  verifyCertificate: boolean;
  auth: { user: string; pass: string } | undefined;
}

export interface Mailbox {
  name: string;
  address: string;
}

export interface MailConfig {
  /** Undefined keeps all messages. */
  smtp: SmtpServer | undefined;
  sender: Mailbox;
  /** Origin of the links in messages: `PUBLIC_URL`, never that of a request, which a forged Host would poison. */
  origin: string;
}

export interface Config {
  mode: "development" | "production" | "test";
  http: {
    host: string;
    port: number;
    /** Descriptor of a socket that systemd listens on for this process, in place of host and port. */
    inheritedSocket: number | undefined;
    /** Trusted senders of `X-Forwarded-For`, by address, range or name of a range; false for none. */
    trustProxy: string[] | false;
    /** Origin of absolute links; undefined means the request's own. */
    publicUrl: string | undefined;
    rateLimits: boolean;
    /** Connections that may be open at once. */
    connections: { max: number; maxPerAddress: number };
    timeouts: Timeouts;
    /** Mean delay of the event loop beyond which requests are refused; 0 refuses none. */
    maxEventLoopDelayMs: number;
    /** Milliseconds between the end of readiness and the closing of the port, when the process is told to stop. */
    drainMs: number;
  };
  dataDir: string;
  /** PostgreSQL when set, else the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /** Bytes of the disk that recordings of strangers leave free; undefined for 5 %, at least 1 GB. */
  diskReserveBytes: number | undefined;
  /** Milliseconds from which a query is logged; 0 logs none. */
  slowQueryMs: number;
  /** Bearer token that reads the metrics; without one the loopback may. */
  metricsToken: string | undefined;
  demo: boolean;
  /** Allows object storage over plain http or at a private address. */
  allowPrivateStorage: boolean;
  mail: MailConfig;
  logLevel: string;
  admin: { email: string; password: string | undefined };
  secrets: {
    key: Buffer;
    /** The former key, while it is being changed: it opens what was sealed and verifies links, and seals and signs nothing. */
    oldKey: Buffer | undefined;
  };
}

/**
 * Reads and checks the environment.
 * @throws Error naming each variable that is wrong.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const e = parse(env);
  const dataDir = path.resolve(e.DATA_DIR);
  return {
    mode: e.NODE_ENV,
    http: {
      host: e.HOST,
      port: e.PORT,
      inheritedSocket: e.LISTEN_PID === process.pid && e.LISTEN_FDS === 1 ? firstInherited : undefined,
      trustProxy: e.TRUST_PROXY,
      publicUrl: e.PUBLIC_URL,
      rateLimits: e.RATE_LIMITS,
      connections: { max: e.MAX_CONNECTIONS, maxPerAddress: e.MAX_CONNECTIONS_PER_ADDRESS },
      timeouts: {
        headersMs: e.HEADERS_TIMEOUT_SECONDS,
        bodyMs: e.BODY_TIMEOUT_SECONDS,
        uploadMs: e.UPLOAD_TIMEOUT_SECONDS,
        answerMs: e.ANSWER_TIMEOUT_SECONDS,
        idleMs: e.IDLE_TIMEOUT_SECONDS,
        keepAliveMs: e.KEEP_ALIVE_SECONDS,
      },
      maxEventLoopDelayMs: e.MAX_EVENT_LOOP_DELAY_MS,
      drainMs: e.DRAIN_SECONDS * 1000,
    },
    dataDir,
    databaseUrl: e.DATABASE_URL,
    diskReserveBytes: e.DISK_RESERVE_MB === undefined ? undefined : e.DISK_RESERVE_MB * 1024 * 1024,
    slowQueryMs: e.SLOW_QUERY_MS,
    metricsToken: e.METRICS_TOKEN,
    demo: e.DEMO,
    allowPrivateStorage: e.ALLOW_PRIVATE_STORAGE,
    mail: {
      smtp: e.SMTP_URL,
      sender: e.MAIL_FROM ?? { name: brand, address: defaultSender(e.SMTP_URL, e.PUBLIC_URL) },
      origin: e.PUBLIC_URL ?? `http://localhost:${e.PORT}`,
    },
    logLevel: e.LOG_LEVEL,
    admin: { email: e.ADMIN_EMAIL, password: e.ADMIN_PASSWORD },
    secrets: {
      key: secretKey(e.SECRET_KEY, dataDir),
      oldKey: e.SECRET_KEY_OLD === undefined ? undefined : Buffer.from(e.SECRET_KEY_OLD),
    },
  };
}

/** Where the data is stored, for commands that must not create anything there. */
export interface DataPlace extends Pick<Config, "dataDir" | "databaseUrl"> {
  /** The file of the generated secret. */
  keyFile: string;
  /** `SECRET_KEY`. */
  givenKey: string | undefined;
}

/**
 * Reads and checks the environment like `loadConfig`, without creating anything.
 * @throws Error naming each variable that is wrong.
 */
export function loadDataPlace(env: NodeJS.ProcessEnv = process.env): DataPlace {
  const e = parse(env);
  const dataDir = path.resolve(e.DATA_DIR);
  return { dataDir, databaseUrl: e.DATABASE_URL, keyFile: keyFileOf(dataDir), givenKey: e.SECRET_KEY };
}

/** Says in the operator's language what zod's own checks find. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  const isText = "origin" in issue && issue.origin === "string";
  if (issue.code === "invalid_type") return issue.expected === "int" ? "phải là một số nguyên" : "phải là một số";
  if (issue.code === "too_small") {
    return isText ? `phải có ít nhất ${issue.minimum} ký tự` : `phải từ ${issue.minimum} trở lên`;
  }
  if (issue.code === "too_big") {
    return isText ? `không được dài quá ${issue.maximum} ký tự` : `không được quá ${issue.maximum}`;
  }
  return issue.code === "invalid_value" ? `phải là một trong: ${issue.values.join(", ")}` : undefined;
}

function parse(env: NodeJS.ProcessEnv): z.output<typeof Environment> {
  const parsed = Environment.safeParse(env, { error: messageOf });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`Biến môi trường chưa đúng:\n${lines.join("\n")}`);
}

function defaultSender(smtp: SmtpServer | undefined, publicUrl: string | undefined): string {
  const user = smtp?.auth?.user ?? "";
  return mailAddress.test(user) ? user : `no-reply@${new URL(publicUrl ?? "http://localhost").hostname}`;
}

const keyFileOf = (dataDir: string) => path.join(dataDir, "secret.key");

function secretKey(given: string | undefined, dataDir: string): Buffer {
  if (given) return Buffer.from(given);
  const file = keyFileOf(dataDir);
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) createKeyFile(file);
  chmodSync(file, 0o600);
  const key = readFileSync(file, "utf8").trim();
  if (key === "") throw new Error(`${file} trống. Hãy đặt lại khóa từ bản sao lưu, hoặc xóa file này để tạo khóa mới.`);
  return Buffer.from(key);
}

/** Creates the file with its whole content: a full disk leaves no empty key, and of two processes one wins. */
function createKeyFile(file: string): void {
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, randomBytes(32).toString("base64url"), { mode: 0o600 });
    linkSync(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(part, { force: true });
  }
}
