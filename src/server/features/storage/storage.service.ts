/** The settings of object storage: read without secrets, saved sealed, tried out, and opened for those who keep files there. */
import { z } from "zod";
import { ApiError, type FieldError, invalidField } from "#contract/errors.ts";
import {
  maskedSecret,
  type StorageConfig,
  type StorageConfigBody,
  type StorageTest,
  storageFieldsMissing,
} from "#contract/storage.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { storedDocument } from "#server/features/settings/settings.service.ts";
import { siteTopic } from "#server/features/topics.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { createVault } from "#server/platform/vault.ts";
import { type Bucket, type Connecting, openBucket } from "./bucket.ts";
import { failureOf } from "./failure.ts";

export type { Bucket, Connecting } from "./bucket.ts";
export { type FailureCause, failureOf, StorageFailure } from "./failure.ts";

/** Outbox topic: the settings changed, so files may have to move. */
export const settleTopic = "storage.settle";

/** What lies in object storage, as those who keep files there know it. */
export interface StorageUsage {
  /** Files in the bucket. */
  bucket: number;
  /** Files in the private bucket. */
  private: number;
  /** Files that are being moved or removed just now. */
  moving: number;
  /** Files that could not be moved at the last try. */
  stuck: number;
  /** Files of Premium songs that lie in the bucket itself, or of which a copy may have stayed there. */
  premiumToClose: number;
  /** Why files are stuck, for any one of them. */
  problem: string | null;
}

/** What is configured now. */
export type Current =
  | { state: "off" }
  | { state: "unreadable"; publicUrl: string | null; hasPrivate: boolean }
  | {
      state: "ready";
      publicUrl: string | null;
      hasPrivate: boolean;
      bucket: Bucket;
      privateBucket: Bucket | undefined;
    };

export interface Storage {
  read(): Promise<StorageConfig>;
  /** @throws ApiError `invalid`, or `conflict` where files would be lost or laid open. */
  save(caller: AdminCaller, body: StorageConfigBody): Promise<StorageConfig>;
  /** Never fails for the service's sake. @throws ApiError `invalid` where a field is missing. */
  test(body: StorageConfigBody): Promise<StorageTest>;
  current(): Promise<Current>;
  /** What holds until the transaction ends: nobody saves other settings before. */
  currentIn(tx: Tx): Promise<Current>;
  close(): void;
}

export interface StorageDeps {
  database: Pick<Database, "db" | "dialect" | "changes">;
  outbox: Pick<Outbox, "add" | "flush">;
  /** Seals what is stored. */
  key: Buffer;
  connecting: Connecting;
  usage: (db: Db) => Promise<StorageUsage>;
  /** Milliseconds that a test may take. */
  testMs?: number | undefined;
}

const Saved = z.object({
  account_id: z.string(),
  bucket_name: z.string(),
  private_bucket_name: z.string(),
  endpoint_url: z.string(),
  public_url: z.string(),
  region: z.string(),
  /** Sealed `Keys`. */
  keys: z.string(),
});
type Saved = z.output<typeof Saved>;
const Keys = z.object({ access_key_id: z.string(), secret_access_key: z.string() });
type Keys = z.output<typeof Keys>;

const document = storedDocument("cloudflare_r2");
/** With the cleaning up after a failure it stays below eight seconds. */
const usualTestMs = 6_500;
/** Told wherever the keys are needed and can not be read. */
export const unreadable =
  "Không đọc được khóa đã lưu vì SECRET_KEY của máy chủ đã thay đổi. Hãy nhập lại Access Key ID và Secret Access Key.";
/** These have values of their own before anything is saved, so they say nothing of what is meant. */
const presets: readonly string[] = ["region", "bucket_name"] satisfies (keyof StorageConfigBody)[];
const empty = {
  account_id: "",
  access_key_id: "",
  secret_access_key: "",
  bucket_name: "ngan-nga",
  private_bucket_name: "",
  endpoint_url: "",
  public_url: "",
  region: "auto",
};

export function createStorage({
  database,
  outbox,
  key,
  connecting,
  usage,
  testMs = usualTestMs,
}: StorageDeps): Storage {
  const { db, dialect, changes } = database;
  const vault = createVault(key, "storage credentials");
  let known: { version: number; current: Current } | undefined;
  let opened: { signature: string; buckets: [Bucket, Bucket | undefined] } | undefined;

  /** A document that is none of ours counts as never saved. */
  async function saved(from: Db): Promise<Saved | undefined> {
    try {
      return Saved.parse((await document.read(from)) ?? undefined);
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  }

  function keysOf({ keys }: Saved): Keys | undefined {
    const text = vault.open(keys);
    return text === undefined ? undefined : Keys.parse(JSON.parse(text));
  }

  /** The same buckets as long as their settings are the same, so that connections are kept. */
  function bucketsOf(config: Saved, keys: Keys): [Bucket, Bucket | undefined] {
    const signature = JSON.stringify([config, keys]);
    if (opened?.signature !== signature) {
      close();
      const [main, other] = [config.bucket_name, config.private_bucket_name].map((name) =>
        name === "" ? undefined : open({ ...config, ...keys }, name),
      );
      opened = { signature, buckets: [main as Bucket, other] };
    }
    return opened.buckets;
  }

  function open(config: Omit<Saved, "keys"> & Keys, name: string): Bucket {
    const address = { endpoint: endpointOf(config), region: config.region, name };
    const keys = { accessKeyId: config.access_key_id, secretAccessKey: config.secret_access_key };
    return openBucket({ ...address, ...keys }, connecting);
  }

  function close(): void {
    for (const bucket of opened?.buckets ?? []) bucket?.close();
    opened = undefined;
  }

  async function load(from: Db): Promise<Current> {
    const config = await saved(from);
    if (!config) return { state: "off" };
    const keys = keysOf(config);
    const facts = { publicUrl: config.public_url || null, hasPrivate: config.private_bucket_name !== "" };
    if (!keys) return { state: "unreadable", ...facts };
    const [bucket, privateBucket] = bucketsOf(config, keys);
    return { state: "ready", ...facts, bucket, privateBucket };
  }

  async function current(): Promise<Current> {
    const version = changes.version(siteTopic);
    if (version !== undefined && known?.version === version) return known.current;
    const fresh = await load(db);
    known = version === undefined ? undefined : { version, current: fresh };
    return fresh;
  }

  async function read(): Promise<StorageConfig> {
    const config = await saved(db);
    const used = await usage(db);
    const files = { stored_files: used.bucket + used.private, stuck_files: used.stuck };
    if (!config) return { ...empty, status: { state: "off", ...files, problem: used.problem } };
    const { keys: _sealed, ...shown } = config;
    const keys = keysOf(config);
    return {
      ...shown,
      access_key_id: keys?.access_key_id ?? "",
      secret_access_key: keys ? maskedSecret : "",
      status: {
        state: keys ? "ready" : "unreadable",
        ...files,
        problem: keys ? used.problem : unreadable,
      },
    };
  }

  /** Puts the stored secret where its mask was sent. */
  function unmasked(body: StorageConfigBody, config: Saved | undefined): StorageConfigBody {
    if (!/^•+$/.test(body.secret_access_key)) return body;
    return { ...body, secret_access_key: (config && keysOf(config)?.secret_access_key) ?? "" };
  }

  function refuseInsecure(body: StorageConfigBody): void {
    if (connecting.allowPrivate) return;
    for (const field of ["endpoint_url", "public_url"] as const) {
      if (body[field].startsWith("http:")) throw invalidField(field, "Địa chỉ phải bắt đầu bằng https://");
    }
  }

  return {
    read,
    current,
    async currentIn(tx) {
      await dialect.lock(tx, "storage");
      return load(tx);
    },
    close,

    async save(caller, body) {
      const off = Object.entries(body).every(([name, value]) => value === "" || presets.includes(name));
      await db.transaction().execute(async (tx) => {
        await dialect.lock(tx, "storage");
        const before = await saved(tx);
        const next = unmasked(body, before);
        if (!off) {
          refuseIncomplete(next);
          refuseInsecure(next);
        }
        refuseLoss(before, off ? undefined : next, await usage(tx));
        if (off) {
          await document.remove(tx);
        } else {
          const { access_key_id, secret_access_key, ...rest } = next;
          const sealed = vault.seal(JSON.stringify({ access_key_id, secret_access_key } satisfies Keys));
          await document.write(tx, { ...rest, keys: sealed } satisfies Saved);
        }
        await outbox.add(tx, settleTopic, {});
        await recordAudit(tx, caller, {
          action: off ? "delete" : "update",
          entity: "settings",
          entityId: null,
          summary: "Kho lưu trữ file",
        });
      });
      changes.committed(siteTopic);
      outbox.flush().catch(() => {});
      return read();
    },

    async test(body) {
      const config = await saved(db);
      const given = unmasked(body, config);
      const missing: FieldError[] = (["account_id", "access_key_id", "secret_access_key", "bucket_name"] as const)
        .filter((field) => given[field] === "")
        .map((field) => ({ field, message: storageFieldsMissing }));
      if (missing.length > 0) throw new ApiError("invalid", storageFieldsMissing, missing);
      const started = performance.now();
      const names = [given.bucket_name, given.private_bucket_name].filter((name) => name !== "");
      let tried = names[0] ?? "";
      let closed: string | null = null;
      const buckets: Bucket[] = [];
      try {
        const signal = AbortSignal.timeout(testMs);
        for (const name of names) {
          tried = name;
          const bucket = open({ ...given, region: given.region }, name);
          buckets.push(bucket);
          const isPublic = name === given.bucket_name && given.public_url !== "";
          closed = (await bucket.probe(signal, isPublic ? given.public_url : undefined)) ?? closed;
        }
        const seconds = ((performance.now() - started) / 1000).toFixed(1).replace(".", ",");
        return {
          success: true,
          message: "Kết nối Cloudflare R2 thành công!",
          error: null,
          details: `Đã ghi, đọc và xóa một file thử trong ${names.join(" và ")} (${seconds} giây)`,
          troubleshooting:
            closed === null
              ? []
              : [
                  `Public URL chưa đọc được file thử (${closed}): bài hát miễn phí sẽ không phát được từ địa chỉ này.`,
                  "Kiểm tra tên miền công khai của bucket, hoặc để trống Public URL.",
                ],
        };
      } catch (error) {
        const failure = failureOf(error);
        const said = failure.details ? `: ${failure.details}` : "";
        return {
          success: false,
          message: "Kết nối thất bại",
          error: failure.message,
          details: `${endpointOf(given)}, bucket ${tried}${said}`,
          troubleshooting: [...failure.hints],
        };
      } finally {
        for (const bucket of buckets) bucket.close();
      }
    },
  };
}

/** Where the S3 service answers; Cloudflare's follows from the account. */
function endpointOf({ endpoint_url, account_id }: Pick<StorageConfigBody, "endpoint_url" | "account_id">): string {
  return endpoint_url || `https://${account_id}.r2.cloudflarestorage.com`;
}

function refuseIncomplete(body: StorageConfigBody): void {
  const errors: FieldError[] = [];
  const need = (field: keyof StorageConfigBody, message: string) => {
    if (body[field] === "") errors.push({ field, message });
  };
  if (body.endpoint_url === "") need("account_id", "Vui lòng nhập Account ID hoặc Endpoint URL");
  need("access_key_id", "Vui lòng nhập Access Key ID");
  need("secret_access_key", "Vui lòng nhập Secret Access Key");
  need("bucket_name", "Vui lòng nhập Bucket Name");
  if (body.bucket_name !== "" && body.bucket_name === body.private_bucket_name) {
    errors.push({ field: "private_bucket_name", message: "Bucket riêng phải khác bucket chính" });
  }
  if (errors[0]) throw new ApiError("invalid", errors[0].message, errors);
}

/** Files that lie in a bucket must stay within reach, and Premium audio out of the public's. */
function refuseLoss(before: Saved | undefined, next: StorageConfigBody | undefined, used: StorageUsage): void {
  const advice = "Hãy chạy npm run storage -- migrate --to disk rồi thử lại.";
  const moved = !before || !next || endpointOf(before) !== endpointOf(next);
  if (used.bucket > 0 && (moved || before.bucket_name !== next.bucket_name)) {
    throw new ApiError("conflict", `Còn ${used.bucket} file âm thanh trong bucket đang dùng. ${advice}`);
  }
  if (used.private > 0 && (moved || before.private_bucket_name !== next.private_bucket_name)) {
    throw new ApiError("conflict", `Còn ${used.private} file âm thanh trong bucket riêng đang dùng. ${advice}`);
  }
  const renamed = before?.bucket_name !== next?.bucket_name;
  const forgotten = before?.private_bucket_name && before.private_bucket_name !== next?.private_bucket_name;
  const opened = next !== undefined && next.public_url !== "" && before?.public_url !== next.public_url;
  if (used.moving > 0 && (opened || (before && (moved || renamed || forgotten)))) {
    throw new ApiError(
      "conflict",
      `Còn ${used.moving} file âm thanh đang được chuyển. Hãy đợi một lát rồi thử lại. ` +
        "Nếu vẫn còn, hãy chạy npm run storage -- migrate --to disk.",
    );
  }
  if (used.premiumToClose > 0 && opened) {
    throw new ApiError(
      "conflict",
      `Còn ${used.premiumToClose} file của bài Premium trong bucket này hoặc chưa chuyển xong, nên bucket chưa thể mở ` +
        `công khai. Hãy lưu bucket riêng cho Premium trước, hoặc chuyển các file về máy chủ. ${advice}`,
    );
  }
}
