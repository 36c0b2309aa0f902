/** The settings of object storage: read without secrets, saved encrypted, tested, and opened as buckets. */
import { z } from "zod";
import { ApiError, type FieldError, invalidField } from "#contract/errors.ts";
import {
  emptyStorageConfig,
  maskedSecret,
  type StorageConfig,
  type StorageConfigBody,
  StorageConfigChange,
  type StorageTest,
  storageFieldsMissing,
} from "#contract/storage.ts";
import {
  assertVersion,
  changedDetails,
  masked,
  type RecordSensitiveChange,
  recordAudit,
} from "#server/features/audit/audit.service.ts";
import { storedDocument } from "#server/features/settings/settings.service.ts";
import { siteTopic } from "#server/features/topics.ts";
import { cachedUntilChange } from "#server/platform/db/change-cache.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { createVault } from "#server/platform/vault.ts";
import { type Bucket, type ConnectionOptions, openBucket } from "./bucket.ts";
import { failureOf } from "./failure.ts";

export type { Bucket, ConnectionOptions } from "./bucket.ts";
export { type FailureCause, failureOf, StorageFailure } from "./failure.ts";

/** Outbox topic: the settings changed, so files may have to move. */
export const settleTopic = "storage.settle";

/** Numbers of files in object storage, counted by the feature that moves them. */
export interface StorageUsage {
  /** Files in the bucket. */
  bucket: number;
  /** Files in the private bucket. */
  private: number;
  /** Files in transit or being removed. */
  moving: number;
  /** Files whose last move or removal failed. */
  stuck: number;
  /** Claimed files that are not public and lie in the main bucket, or of which a copy may remain there. */
  toClose: number;
  /** The error of any one stuck file. */
  problem: string | null;
}

/** The current configuration. */
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
  /** @throws ApiError `invalid`, or `conflict` when files would be orphaned or exposed. */
  save(caller: AdminCaller, body: StorageConfigChange): Promise<StorageConfig>;
  /** Tests a connection; failures of the service are part of the reply. @throws ApiError `invalid` for a missing field. */
  test(body: StorageConfigBody): Promise<StorageTest>;
  current(): Promise<Current>;
  /** Returns the configuration and blocks changes of it until the transaction ends. */
  currentIn(tx: Tx): Promise<Current>;
  /**
   * Encrypts the stored keys with the present key, so that the former one is needed no more.
   * @returns false when no keys are stored.
   * @throws ApiError `unavailable` when neither key decrypts them.
   */
  reseal(): Promise<boolean>;
  close(): void;
}

export interface StorageDeps {
  database: Pick<Database, "db" | "commit" | "dialect" | "changes">;
  outbox: Pick<Outbox, "add">;
  /** Encrypts the stored keys. */
  key: Buffer;
  /** Decrypts those that were stored before the key changed. */
  oldKey?: Buffer | undefined;
  connection: ConnectionOptions;
  usage: (db: Db) => Promise<StorageUsage>;
  recordSensitive: RecordSensitiveChange;
  /** Timeout of a test in milliseconds. */
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
/** Together with the clean-up after a failure, a test takes less than eight seconds. */
const defaultTestMs = 6_500;
/** Message when the keys are needed and can't be decrypted. */
export const unreadableMessage =
  "Không đọc được khóa đã lưu vì SECRET_KEY của máy chủ đã thay đổi. Hãy nhập lại Access Key ID và Secret Access Key.";
/** Fields with default values, which do not show that object storage is to be used. */
const presetFields: readonly string[] = ["region", "bucket_name"] satisfies (keyof StorageConfigBody)[];

export function createStorage({
  database,
  outbox,
  key,
  oldKey,
  connection,
  usage,
  recordSensitive,
  testMs = defaultTestMs,
}: StorageDeps): Storage {
  const { db, commit, dialect, changes } = database;
  const vault = createVault(key, "storage credentials", oldKey);
  let opened: { signature: string; buckets: [Bucket, Bucket | undefined] } | undefined;

  /** Reads the saved settings; an invalid document counts as never saved. */
  async function readSaved(from: Db): Promise<Saved | undefined> {
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

  /** Returns the same buckets while the settings do not change, so that their connections are reused. */
  function bucketsOf(config: Saved, keys: Keys): [Bucket, Bucket | undefined] {
    const signature = JSON.stringify([config, keys]);
    if (opened?.signature !== signature) {
      close();
      const [main, privateBucket] = [config.bucket_name, config.private_bucket_name].map((name) =>
        name === "" ? undefined : open({ ...config, ...keys }, name),
      );
      opened = { signature, buckets: [main as Bucket, privateBucket] };
    }
    return opened.buckets;
  }

  function open(config: Omit<Saved, "keys"> & Keys, name: string): Bucket {
    const address = { endpoint: endpointOf(config), region: config.region, name };
    const keys = { accessKeyId: config.access_key_id, secretAccessKey: config.secret_access_key };
    return openBucket({ ...address, ...keys }, connection);
  }

  function close(): void {
    for (const bucket of opened?.buckets ?? []) bucket?.close();
    opened = undefined;
  }

  async function load(from: Db): Promise<Current> {
    const config = await readSaved(from);
    if (!config) return { state: "off" };
    const keys = keysOf(config);
    const common = { publicUrl: config.public_url || null, hasPrivate: config.private_bucket_name !== "" };
    if (!keys) return { state: "unreadable", ...common };
    const [bucket, privateBucket] = bucketsOf(config, keys);
    return { state: "ready", ...common, bucket, privateBucket };
  }

  const current = cachedUntilChange(changes, [siteTopic], () => load(db));

  async function read(): Promise<StorageConfig> {
    const config = await readSaved(db);
    const counts = await usage(db);
    const files = { stored_files: counts.bucket + counts.private, stuck_files: counts.stuck };
    const keys = config && keysOf(config);
    const shown = shownOf(config);
    return {
      ...shown,
      version: versionOf(StorageConfigChange, shown),
      status: {
        state: config === undefined ? "off" : keys ? "ready" : "unreadable",
        ...files,
        problem: config === undefined || keys ? counts.problem : unreadableMessage,
      },
    };
  }

  /** Returns the settings as the form has them, always in the same order. */
  function shownOf(config: Saved | undefined): StorageConfigBody {
    if (!config) return emptyStorageConfig;
    const { account_id, bucket_name, private_bucket_name, endpoint_url, public_url, region } = config;
    const keys = keysOf(config);
    return {
      account_id,
      access_key_id: keys?.access_key_id ?? "",
      secret_access_key: keys ? maskedSecret : "",
      bucket_name,
      private_bucket_name,
      endpoint_url,
      public_url,
      region,
    };
  }

  /** Replaces a masked secret by the stored one. */
  function unmask(body: StorageConfigBody, config: Saved | undefined): StorageConfigBody {
    if (!/^•+$/.test(body.secret_access_key)) return body;
    return { ...body, secret_access_key: (config && keysOf(config)?.secret_access_key) ?? "" };
  }

  function assertSecure(body: StorageConfigBody): void {
    if (connection.allowPrivate) return;
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

    async reseal() {
      return commit({ lock: "storage" }, async (tx) => {
        const saved = await readSaved(tx);
        if (!saved) return false;
        const keys = keysOf(saved);
        if (!keys) throw new ApiError("unavailable", unreadableMessage);
        await document.write(tx, { ...saved, keys: vault.seal(JSON.stringify(keys)) } satisfies Saved);
        await recordAudit(
          tx,
          { kind: "system" },
          { action: "update", entity: "settings", id: null, name: "Khóa mã hóa của kho lưu trữ file" },
        );
        return true;
      });
    },

    async save(caller, { version, ...body }) {
      const isOff = Object.entries(body).every(([name, value]) => value === "" || presetFields.includes(name));
      const save = async (tx: Tx) => {
        await dialect.lock(tx, "storage");
        const saved = await readSaved(tx);
        const subject = { id: null, name: "Kho lưu trữ file" };
        await assertVersion(tx, caller, version, versionOf(StorageConfigChange, shownOf(saved)), "settings", subject);
        const next = unmask(body, saved);
        if (!isOff) {
          assertComplete(next);
          assertSecure(next);
        }
        assertNoLoss(saved, isOff ? undefined : next, await usage(tx));
        if (isOff) {
          await document.remove(tx);
        } else {
          const { access_key_id, secret_access_key, ...rest } = next;
          const sealed = vault.seal(JSON.stringify({ access_key_id, secret_access_key } satisfies Keys));
          await document.write(tx, { ...rest, keys: sealed } satisfies Saved);
        }
        await outbox.add(tx, settleTopic, {});
        await recordSensitive(tx, caller, {
          action: isOff ? "delete" : "update",
          entity: "settings",
          entityId: null,
          what: isOff ? "Tắt kho lưu trữ file" : "Cấu hình kho lưu trữ file",
          name: "Kho lưu trữ file",
          details: changesOf(saved && { ...saved, ...keysOf(saved) }, isOff ? undefined : next),
        });
      };
      await withCurrent<unknown>(read, () => commit(save));
      return read();
    },

    async test(body) {
      const config = await readSaved(db);
      const settings = unmask(body, config);
      const missing: FieldError[] = (["account_id", "access_key_id", "secret_access_key", "bucket_name"] as const)
        .filter((field) => settings[field] === "")
        .map((field) => ({ field, message: storageFieldsMissing }));
      if (missing.length > 0) throw new ApiError("invalid", storageFieldsMissing, missing);
      const started = performance.now();
      const names = [settings.bucket_name, settings.private_bucket_name].filter((name) => name !== "");
      let testedBucket = names[0] ?? "";
      let publicError: string | null = null;
      const buckets: Bucket[] = [];
      try {
        const signal = AbortSignal.timeout(testMs);
        for (const name of names) {
          testedBucket = name;
          const bucket = open({ ...settings, region: settings.region }, name);
          buckets.push(bucket);
          const isPublic = name === settings.bucket_name && settings.public_url !== "";
          publicError = (await bucket.probe(signal, isPublic ? settings.public_url : undefined)) ?? publicError;
        }
        const seconds = ((performance.now() - started) / 1000).toFixed(1).replace(".", ",");
        return {
          success: true,
          message: `Kết nối ${serviceOf(settings)} thành công!`,
          error: null,
          details: `Đã ghi, đọc và xóa một file thử trong ${names.join(" và ")} (${seconds} giây)`,
          troubleshooting:
            publicError === null
              ? []
              : [
                  `Public URL chưa đọc được file thử (${publicError}): bài hát miễn phí sẽ không phát được từ địa chỉ này.`,
                  "Kiểm tra tên miền công khai của bucket, hoặc để trống Public URL.",
                ],
        };
      } catch (error) {
        const failure = failureOf(error);
        const reason = failure.details ? `: ${failure.details}` : "";
        return {
          success: false,
          message: "Kết nối thất bại",
          error: failure.message,
          details: `${endpointOf(settings)}, bucket ${testedBucket}${reason}`,
          troubleshooting: [...failure.hints],
        };
      } finally {
        for (const bucket of buckets) bucket.close();
      }
    },
  };
}

/** Returns what the trail and the messages tell of a change; keys are not shown. */
function changesOf(before: (Saved & Partial<Keys>) | undefined, after: StorageConfigBody | undefined): string[] {
  const field = (label: string, name: keyof StorageConfigBody, mask?: (text: string) => string) => ({
    label,
    from: before?.[name] ?? null,
    to: after?.[name] ?? null,
    ...(mask ? { mask } : {}),
  });
  const details = changedDetails([
    field("Account ID", "account_id", masked),
    field("Endpoint", "endpoint_url"),
    field("bucket", "bucket_name"),
    field("bucket riêng", "private_bucket_name"),
    field("Public URL", "public_url"),
    field("region", "region"),
    field("Access Key ID", "access_key_id", masked),
  ]);
  const isNewSecret = after !== undefined && before?.secret_access_key !== after.secret_access_key;
  return isNewSecret ? [...details, "Secret Access Key mới"] : details;
}

/** Returns the endpoint of the S3 service; Cloudflare's is derived from the account. */
/** Returns the name of the service; of others than R2 their host. */
function serviceOf(settings: Pick<StorageConfigBody, "endpoint_url" | "account_id">): string {
  const { host } = new URL(endpointOf(settings));
  return host.endsWith(".r2.cloudflarestorage.com") ? "Cloudflare R2" : host;
}

function endpointOf({ endpoint_url, account_id }: Pick<StorageConfigBody, "endpoint_url" | "account_id">): string {
  return endpoint_url || `https://${account_id}.r2.cloudflarestorage.com`;
}

function assertComplete(body: StorageConfigBody): void {
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

/** Checks that a change leaves no file unreachable and no Premium audio public. @throws ApiError `conflict` */
function assertNoLoss(saved: Saved | undefined, next: StorageConfigBody | undefined, counts: StorageUsage): void {
  const advice = "Hãy chạy npm run storage -- migrate --to disk rồi thử lại.";
  const isServiceChanged = !saved || !next || endpointOf(saved) !== endpointOf(next);
  if (counts.bucket > 0 && (isServiceChanged || saved.bucket_name !== next.bucket_name)) {
    throw new ApiError("conflict", `Còn ${counts.bucket} file trong bucket đang dùng. ${advice}`);
  }
  if (counts.private > 0 && (isServiceChanged || saved.private_bucket_name !== next.private_bucket_name)) {
    throw new ApiError("conflict", `Còn ${counts.private} file trong bucket riêng đang dùng. ${advice}`);
  }
  const isBucketChanged = saved?.bucket_name !== next?.bucket_name;
  const isPrivateBucketChanged = saved?.private_bucket_name && saved.private_bucket_name !== next?.private_bucket_name;
  const becomesPublic = next !== undefined && next.public_url !== "" && saved?.public_url !== next.public_url;
  if (
    counts.moving > 0 &&
    (becomesPublic || (saved && (isServiceChanged || isBucketChanged || isPrivateBucketChanged)))
  ) {
    throw new ApiError(
      "conflict",
      `Còn ${counts.moving} file đang được chuyển. Hãy đợi một lát rồi thử lại. ` +
        "Nếu vẫn còn, hãy chạy npm run storage -- migrate --to disk.",
    );
  }
  if (counts.toClose > 0 && becomesPublic) {
    throw new ApiError(
      "conflict",
      `Còn ${counts.toClose} file không công khai (bài Premium, bài ẩn) trong bucket này hoặc chưa chuyển xong, nên bucket chưa ` +
        `thể mở công khai. Hãy lưu bucket riêng trước, hoặc chuyển các file về máy chủ. ${advice}`,
    );
  }
}
