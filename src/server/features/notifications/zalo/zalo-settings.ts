/** The stored settings of the Zalo channel: secrets are sealed, and the tokens are renewed in them. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import {
  emptyZaloConfig,
  maskedSecret,
  type ZaloConfig,
  ZaloConfigBody,
  ZaloConfigChange,
  ZaloEvent,
  type ZaloSecret,
  zaloSecrets,
} from "#contract/zalo.ts";
import {
  assertVersion,
  changedDetails,
  masked,
  type RecordSensitiveChange,
  recordAudit,
} from "#server/features/audit/audit.service.ts";
import { storedDocument } from "#server/features/settings/settings.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { createVault } from "#server/platform/vault.ts";

const Secrets = z.object({
  secret_key: z.string(),
  oa_secret_key: z.string(),
  access_token: z.string(),
  refresh_token: z.string(),
});
export type Secrets = z.output<typeof Secrets>;

const { is_on, app_id, oa_id, templates } = ZaloConfigBody.shape;
const Saved = z.object({
  is_on,
  app_id,
  oa_id,
  templates,
  /** Sealed `Secrets`. */
  secrets: z.string(),
  /** Another one after each save by the administrator: what an earlier state led to does not touch a later one. */
  revision: z.string(),
  token_expires_at: z.string().nullable(),
  stopped: z.object({ reason: z.string(), at: z.string() }).nullable(),
  wrong: z.array(z.object({ event: ZaloEvent, reason: z.string(), at: z.string() })),
  /** The process that is renewing the tokens, until a time. */
  renewal: z.object({ holder: z.string(), until: z.string() }).nullable(),
});
export type Saved = z.output<typeof Saved>;

/** The settings with their secrets; undefined ones can't be read under this `SECRET_KEY`. */
export interface Opened extends Saved {
  opened: Secrets | undefined;
}

export interface ZaloSettings {
  /** Returns undefined for settings that were never saved; an invalid document counts as never saved. */
  load(db: Db): Promise<Opened | undefined>;
  /** Lets one caller at a time see the settings and perhaps save others, in a transaction. Without `secrets` the stored ones stay. */
  change<T>(
    work: (tx: Tx, saved: Opened | undefined) => Promise<{ result: T; save?: Saved; secrets?: Secrets }>,
  ): Promise<T>;
  show(): Promise<ZaloConfig>;
  save(caller: AdminCaller, body: ZaloConfigChange, alsoIn: (tx: Tx) => Promise<void>): Promise<void>;
  /** Seals the secrets with the present key. @returns false when none are stored. @throws ApiError `unavailable` */
  reseal(): Promise<boolean>;
}

export interface ZaloSettingsDeps {
  database: Pick<Database, "db" | "commit">;
  /** Seals the secrets. */
  key: Buffer;
  /** Opens those that were sealed before the key changed. */
  oldKey?: Buffer | undefined;
  recordSensitive: RecordSensitiveChange;
}

const document = storedDocument("zalo");
const unreadableMessage =
  "Không đọc được khóa và token đã lưu vì SECRET_KEY của máy chủ đã thay đổi. Hãy nhập lại các khóa và token của Zalo.";

export function createZaloSettings({ database, key, oldKey, recordSensitive }: ZaloSettingsDeps): ZaloSettings {
  const { db, commit } = database;
  const vault = createVault(key, "zalo credentials", oldKey);

  function openSecrets(sealed: string): Secrets | undefined {
    const text = vault.open(sealed);
    return text === undefined ? undefined : Secrets.parse(JSON.parse(text));
  }

  async function load(from: Db): Promise<Opened | undefined> {
    try {
      const stored = await document.read(from);
      if (stored === undefined) return undefined;
      const saved = Saved.parse(stored);
      return { ...saved, opened: openSecrets(saved.secrets) };
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  }

  const change: ZaloSettings["change"] = (work) =>
    commit({ lock: "zalo" }, async (tx) => {
      const outcome = await work(tx, await load(tx));
      if (outcome.save) {
        const secrets = outcome.secrets ? vault.seal(JSON.stringify(outcome.secrets)) : outcome.save.secrets;
        await document.write(tx, Saved.parse({ ...outcome.save, secrets }));
      }
      return outcome.result;
    });

  async function show(): Promise<ZaloConfig> {
    const saved = await load(db);
    const shown = shownOf(saved);
    const { stopped = null, token_expires_at = null, wrong = [] } = saved ?? {};
    const status = { ...stateOf(saved), stopped_at: stopped?.at ?? null, token_expires_at, wrong };
    return { ...shown, version: versionOf(ZaloConfigChange, shown), status };
  }

  return {
    load,
    change,

    show,

    async save(caller, { version, ...body }, alsoIn) {
      const saving = () =>
        change(async (tx, saved) => {
          const subject = { id: null, name: "Kênh Zalo" };
          await assertVersion(tx, caller, version, versionOf(ZaloConfigChange, shownOf(saved)), "settings", subject);
          const { is_on, app_id, oa_id, templates } = body;
          const kept = saved?.opened;
          const secrets = Object.fromEntries(
            zaloSecrets.map((name) => [name, /^•+$/.test(body[name]) ? (kept?.[name] ?? "") : body[name]]),
          ) as Secrets;
          const same =
            secrets.access_token === kept?.access_token && secrets.refresh_token === kept.refresh_token
              ? saved
              : undefined;
          await recordSensitive(tx, caller, {
            action: "update",
            entity: "settings",
            entityId: null,
            what: "Cấu hình kênh Zalo",
            name: "Kênh Zalo",
            details: changesOf(saved, body, secrets),
          });
          await alsoIn(tx);
          const save: Saved = {
            is_on,
            app_id,
            oa_id,
            templates,
            secrets: "",
            revision: randomUUID(),
            token_expires_at: same?.token_expires_at ?? null,
            stopped: null,
            wrong: [],
            renewal: same?.renewal ?? null,
          };
          return { result: undefined, save, secrets };
        });
      await withCurrent<unknown>(show, saving);
    },

    reseal: () =>
      change(async (tx, saved) => {
        if (!saved) return { result: false };
        if (!saved.opened) throw new ApiError("unavailable", unreadableMessage);
        await recordAudit(
          tx,
          { kind: "system" },
          { action: "update", entity: "settings", id: null, name: "Khóa mã hóa của kênh Zalo" },
        );
        return { result: true, save: saved, secrets: saved.opened };
      }),
  };
}

/** Returns what the trail and the messages tell of a change; secrets are not shown. */
function changesOf(before: Opened | undefined, after: ZaloConfigBody, secrets: Secrets): string[] {
  const stateName = (isOn: boolean | undefined) => (isOn ? "bật" : "tắt");
  const details = changedDetails([
    { label: "trạng thái", from: stateName(before?.is_on), to: stateName(after.is_on) },
    { label: "ID ứng dụng", from: before?.app_id ?? null, to: after.app_id, mask: masked },
    { label: "ID OA", from: before?.oa_id ?? null, to: after.oa_id, mask: masked },
  ]);
  const areSecretsNew = zaloSecrets.some((name) => secrets[name] !== (before?.opened?.[name] ?? ""));
  const areTemplatesNew = JSON.stringify(before?.templates) !== JSON.stringify(after.templates);
  return [...details, ...(areSecretsNew ? ["khóa và token mới"] : []), ...(areTemplatesNew ? ["mẫu tin mới"] : [])];
}

/** Returns the settings as the form has them, always in the same order. */
function shownOf(saved: Opened | undefined): ZaloConfigBody {
  if (!saved) return emptyZaloConfig;
  const { opened, is_on, app_id, oa_id, templates } = saved;
  const masked = Object.fromEntries(zaloSecrets.map((name) => [name, opened?.[name] ? maskedSecret : ""]));
  return { is_on, app_id, oa_id, ...(masked as Record<ZaloSecret, string>), templates };
}

const needed = {
  app_id: "ID ứng dụng",
  secret_key: "Khóa bí mật của ứng dụng",
  refresh_token: "Refresh Token",
} as const;

/** Returns the state of the channel, with the reason in Vietnamese when it can't send. */
export function stateOf(saved: Opened | undefined): Pick<ZaloConfig["status"], "state" | "problem"> {
  if (!saved) return { state: "off", problem: null };
  if (!saved.opened) return { state: "unreadable", problem: unreadableMessage };
  if (!saved.is_on) return { state: "off", problem: null };
  const values = { ...saved.opened, app_id: saved.app_id };
  const missing = (Object.keys(needed) as (keyof typeof needed)[]).filter((name) => values[name] === "");
  if (missing.length > 0) {
    return { state: "incomplete", problem: `Còn thiếu: ${missing.map((name) => needed[name]).join(", ")}.` };
  }
  if (saved.stopped) return { state: "stopped", problem: saved.stopped.reason };
  return { state: "ready", problem: null };
}

/** Returns what is missing for a call, whether or not the channel is on. */
export function objectionTo(saved: Opened | undefined): string | undefined {
  const { state, problem } = stateOf(saved && { ...saved, is_on: true, stopped: null });
  return state === "ready" ? undefined : (problem ?? "Zalo chưa được thiết lập.");
}
