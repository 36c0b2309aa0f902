/** The stored settings of the services that tell of transfers; their secrets are sealed. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import {
  emptyPaymentConfig,
  maskedSecret,
  PaymentConfigBody,
  PaymentConfigChange,
  paymentWebhookPath,
} from "#contract/payment-config.ts";
import type { PaymentProvider } from "#contract/payments.ts";
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
import { versionOf } from "#server/platform/record-version.ts";
import { createVault } from "#server/platform/vault.ts";

const Secrets = z.object({
  sepay: z.object({ secret: z.string(), api_token: z.string() }),
  casso: z.object({ secret: z.string(), api_token: z.string() }),
  payos: z.object({ api_key: z.string(), checksum_key: z.string() }),
});
type Secrets = z.output<typeof Secrets>;

const { sepay, casso, payos, tolerance, has_app_links } = PaymentConfigBody.shape;
const Saved = z.object({
  sepay: sepay.pick({ method: true }),
  casso: casso.pick({ method: true }),
  payos: payos.pick({ client_id: true, makes_links: true }),
  tolerance,
  has_app_links,
  /** The services whose calls are checked with a secret. */
  signed: z.array(z.enum(["sepay", "casso", "payos"])),
  /** Sealed `Secrets`. */
  secrets: z.string(),
});
type Saved = z.output<typeof Saved>;

/** The settings with their secrets; these are empty while they can't be read. */
export interface CurrentPayments extends PaymentConfigBody {
  /** Whether the secrets were saved under another `SECRET_KEY`. */
  isUnreadable: boolean;
  /** The services whose calls are checked with a secret, readable or not. */
  signed: readonly PaymentProvider[];
}

export interface PaymentSettings {
  /** Returns the settings, read once until they change. */
  current(): Promise<CurrentPayments>;
  /** Returns when they were last saved; ISO, undefined when they never were. */
  savedAt(): Promise<string | undefined>;
  /** Returns the settings as the form has them, with masked secrets, and their version. */
  show(): Promise<PaymentConfigBody & { version: string }>;
  /**
   * Saves the settings; a masked secret keeps the stored one.
   * @throws ApiError `conflict` for another version, which `withCurrent` completes
   */
  save(caller: AdminCaller, body: PaymentConfigChange): Promise<void>;
  /** Makes a secret of the simulator for a service without one. @throws ApiError `conflict` when it has one. */
  addSimulatorSecret(provider: PaymentProvider): Promise<void>;
  /** Seals the secrets with the present key. @returns false when none are stored. @throws ApiError `unavailable` */
  reseal(): Promise<boolean>;
}

export interface PaymentSettingsDeps {
  database: Pick<Database, "db" | "commit" | "changes">;
  /** Seals the secrets. */
  key: Buffer;
  /** Opens those that were sealed before the key changed. */
  oldKey?: Buffer | undefined;
  recordSensitive: RecordSensitiveChange;
}

const document = storedDocument("payments");
const lock = "payment settings";
const subject = { id: null, name: "Dịch vụ báo tiền về" };
const simulatorMark = "simulator-";
export const unreadableSecrets =
  "Không đọc được khóa đã lưu vì SECRET_KEY của máy chủ đã thay đổi. Hãy nhập lại các khóa của dịch vụ báo tiền về.";

/** Whether a secret was made for the simulator; any other one is that of a real service. */
export const isSimulatorSecret = (secret: string): boolean => secret.startsWith(simulatorMark);

/** Returns the secret that checks the calls of a service; empty for none. */
export function signingSecretOf(settings: PaymentConfigBody, provider: PaymentProvider): string {
  return provider === "payos" ? settings.payos.checksum_key : settings[provider].secret;
}

export function createPaymentSettings({
  database,
  key,
  oldKey,
  recordSensitive,
}: PaymentSettingsDeps): PaymentSettings {
  const { db, commit, changes } = database;
  const vault = createVault(key, "payment provider secrets", oldKey);

  function openSecrets({ secrets }: Saved): Secrets | undefined {
    const text = vault.open(secrets);
    return text === undefined ? undefined : Secrets.parse(JSON.parse(text));
  }

  /** Reads the settings; an invalid document counts as never saved. */
  async function load(from: Db): Promise<CurrentPayments> {
    try {
      const stored = await document.read(from);
      if (stored === undefined) return { ...emptyPaymentConfig, isUnreadable: false, signed: [] };
      const saved = Saved.parse(stored);
      const opened = openSecrets(saved);
      const { sepay, casso, payos, tolerance, has_app_links, signed } = saved;
      const empty = emptyPaymentConfig;
      return {
        sepay: { ...empty.sepay, ...opened?.sepay, ...sepay },
        casso: { ...empty.casso, ...opened?.casso, ...casso },
        payos: { ...empty.payos, ...opened?.payos, ...payos },
        tolerance,
        has_app_links,
        isUnreadable: opened === undefined,
        signed,
      };
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
      return { ...emptyPaymentConfig, isUnreadable: false, signed: [] };
    }
  }

  async function write(tx: Tx, body: PaymentConfigBody): Promise<void> {
    const { sepay, casso, payos, tolerance, has_app_links } = body;
    const secrets: Secrets = {
      sepay: { secret: sepay.secret, api_token: sepay.api_token },
      casso: { secret: casso.secret, api_token: casso.api_token },
      payos: { api_key: payos.api_key, checksum_key: payos.checksum_key },
    };
    const signed = (["sepay", "casso", "payos"] as const).filter((provider) => signingSecretOf(body, provider) !== "");
    await document.write(tx, {
      sepay: { method: sepay.method },
      casso: { method: casso.method },
      payos: { client_id: payos.client_id, makes_links: payos.makes_links },
      tolerance,
      has_app_links,
      signed,
      secrets: vault.seal(JSON.stringify(secrets)),
    } satisfies Saved);
  }

  async function show() {
    const shown = shownOf(await load(db));
    return { ...shown, version: versionOf(PaymentConfigChange, shown) };
  }

  return {
    current: cachedUntilChange(changes, [siteTopic], () => load(db)),

    savedAt: () => document.savedAt(db),

    show,

    async save(caller, { version, ...body }) {
      await commit({ lock }, async (tx) => {
        const stored = await load(tx);
        await assertVersion(tx, caller, version, versionOf(PaymentConfigChange, shownOf(stored)), "settings", subject);
        const next = unmask(body, stored);
        await recordSensitive(tx, caller, {
          action: "update",
          entity: "settings",
          entityId: null,
          what: "Cấu hình dịch vụ báo tiền về",
          name: subject.name,
          details: changesOf(stored, next),
        });
        await write(tx, next);
      });
    },

    addSimulatorSecret: (provider) =>
      commit({ lock }, async (tx) => {
        const stored = await load(tx);
        if (stored.isUnreadable || stored.signed.includes(provider)) {
          throw new ApiError("conflict", `Dịch vụ này đã có khóa ký cho ${paymentWebhookPath(provider)}.`);
        }
        const secret = simulatorMark + randomBytes(24).toString("hex");
        const next = structuredClone(stored);
        if (provider === "payos") next.payos.checksum_key = secret;
        else next[provider].secret = secret;
        await write(tx, next);
        await recordAudit(
          tx,
          { kind: "system" },
          { action: "update", entity: "settings", ...subject, details: [`khóa thử cho ${provider}`] },
        );
      }),

    reseal: () =>
      commit({ lock }, async (tx) => {
        if ((await document.read(tx)) === undefined) return false;
        const stored = await load(tx);
        if (stored.isUnreadable) throw new ApiError("unavailable", unreadableSecrets);
        await write(tx, stored);
        const name = "Khóa mã hóa của các dịch vụ báo tiền về";
        await recordAudit(tx, { kind: "system" }, { action: "update", entity: "settings", id: null, name });
        return true;
      }),
  };
}

/** Returns the settings as the form has them, always in the same order. */
function shownOf({ sepay, casso, payos, tolerance, has_app_links }: PaymentConfigBody): PaymentConfigBody {
  const mask = (secret: string) => (secret === "" ? "" : maskedSecret);
  return {
    sepay: { method: sepay.method, secret: mask(sepay.secret), api_token: mask(sepay.api_token) },
    casso: { method: casso.method, secret: mask(casso.secret), api_token: mask(casso.api_token) },
    payos: {
      client_id: payos.client_id,
      api_key: mask(payos.api_key),
      checksum_key: mask(payos.checksum_key),
      makes_links: payos.makes_links,
    },
    tolerance,
    has_app_links,
  };
}

/** Replaces masked secrets by the stored ones. */
function unmask(body: PaymentConfigBody, stored: PaymentConfigBody): PaymentConfigBody {
  const kept = (given: string, before: string) => (/^•+$/.test(given) ? before : given);
  const { sepay, casso, payos } = body;
  return {
    ...body,
    sepay: {
      ...sepay,
      secret: kept(sepay.secret, stored.sepay.secret),
      api_token: kept(sepay.api_token, stored.sepay.api_token),
    },
    casso: {
      ...casso,
      secret: kept(casso.secret, stored.casso.secret),
      api_token: kept(casso.api_token, stored.casso.api_token),
    },
    payos: {
      ...payos,
      api_key: kept(payos.api_key, stored.payos.api_key),
      checksum_key: kept(payos.checksum_key, stored.payos.checksum_key),
    },
  };
}

/** Returns what the trail and the messages tell of a change; secrets are not shown. */
function changesOf(before: PaymentConfigBody, after: PaymentConfigBody): string[] {
  const onOff = (isOn: boolean) => (isOn ? "bật" : "tắt");
  const dong = (amount: number) => `${amount.toLocaleString("vi-VN")} đ`;
  const secret = (label: string, from: string, to: string) =>
    from === to ? [] : [to === "" ? `đã xóa ${label}` : `${label} mới`];
  return [
    ...changedDetails([
      { label: "cách ký của SePay", from: before.sepay.method, to: after.sepay.method },
      { label: "cách ký của Casso", from: before.casso.method, to: after.casso.method },
      { label: "Client ID của payOS", from: before.payos.client_id, to: after.payos.client_id, mask: masked },
      { label: "link payOS", from: onOff(before.payos.makes_links), to: onOff(after.payos.makes_links) },
      { label: "số tiền được phép thiếu", from: dong(before.tolerance), to: dong(after.tolerance) },
      { label: "mở ứng dụng ngân hàng", from: onOff(before.has_app_links), to: onOff(after.has_app_links) },
    ]),
    ...secret("khóa ký của SePay", before.sepay.secret, after.sepay.secret),
    ...secret("API token của SePay", before.sepay.api_token, after.sepay.api_token),
    ...secret("khóa ký của Casso", before.casso.secret, after.casso.secret),
    ...secret("API key của Casso", before.casso.api_token, after.casso.api_token),
    ...secret("API key của payOS", before.payos.api_key, after.payos.api_key),
    ...secret("checksum key của payOS", before.payos.checksum_key, after.payos.checksum_key),
  ];
}
