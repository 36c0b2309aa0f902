/** The rules of support contacts: who sees which, and what makes a good one. */
import { contactValueError } from "#contract/contact-link.ts";
import { ApiError, invalidField } from "#contract/errors.ts";
import {
  type ContactBody,
  type ContactChange,
  ContactColor,
  type KeptContact,
  type SupportContact,
} from "#contract/support.ts";
import { type AuditEntry, recordAudit } from "#server/features/audit/audit.service.ts";
import { removeFilesTopic } from "#server/features/media/uploads.service.ts";
import { siteTopic } from "#server/features/topics.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { type ContactRow, supportRepository } from "./support.repository.ts";

export interface Support {
  /** What the public widget offers, in order. */
  activeContacts(): Promise<SupportContact[]>;
  /** All of them, in the order of the widget. */
  contacts(): Promise<KeptContact[]>;
  add(caller: AdminCaller, body: ContactBody): Promise<KeptContact>;
  /** Keeps what the change does not name. @throws ApiError `not_found`, or `invalid` for a value that leads nowhere */
  change(caller: AdminCaller, id: number, body: ContactChange): Promise<KeptContact>;
  /** @throws ApiError `not_found` */
  toggle(caller: AdminCaller, id: number): Promise<KeptContact>;
  /** Whether a contact wears the picture of an address. */
  usesPicture(url: string): Promise<boolean>;
  /** @throws ApiError `not_found` */
  remove(caller: AdminCaller, id: number): Promise<void>;
  /** The names of those contacts that are there, by id. */
  contactNames(ids: readonly number[]): Promise<Map<number, string>>;
}

export interface SupportDeps {
  database: Pick<Database, "db" | "dialect" | "changes">;
  outbox: Pick<Outbox, "add" | "flush">;
}

export function createSupport({ database, outbox }: SupportDeps): Support {
  const { db, dialect, changes } = database;
  const repository = supportRepository(db);

  /** One transaction, one after another; afterwards this process's caches know. */
  async function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await db.transaction().execute(async (tx) => {
      await dialect.lock(tx, "support");
      return work(tx);
    });
    changes.committed(siteTopic);
    outbox.flush().catch(() => {});
    return result;
  }

  /** The picture that a contact had and has no more; it goes after the commit, if nothing else uses it. */
  async function leave(tx: Tx, { icon_url: left }: ContactRow, kept: string | null): Promise<void> {
    if (left?.startsWith("/uploads/") && left !== kept) await outbox.add(tx, removeFilesTopic, { urls: [left] });
  }

  const audit = (tx: Tx, caller: AdminCaller, action: AuditEntry["action"], { id, name }: ContactRow) =>
    recordAudit(tx, caller, { action, entity: "support", entityId: id, summary: name });

  return {
    activeContacts: async () => (await repository.active()).map(toPublic),
    usesPicture: (url) => repository.usesPicture(url),
    contacts: async () => (await repository.all()).map(toKept),

    add: (caller, body) =>
      write(async (tx) => {
        const row = await supportRepository(tx).insert({
          ...body,
          icon_url: body.icon_url ?? null,
          description: body.description ?? null,
          is_demo: false,
          created_at: new Date().toISOString(),
        });
        await audit(tx, caller, "create", row);
        return toKept(row);
      }),

    change: (caller, id, body) =>
      write(async (tx) => {
        const stored = await existing(tx, id);
        const { type = stored.type, value = stored.value } = body;
        const renewed = body.type !== undefined || body.value !== undefined;
        const refusal = renewed ? contactValueError({ type, value }) : undefined;
        if (refusal) throw invalidField("value", refusal);
        // What the administrator has made theirs does not go with the demo.
        const row = await supportRepository(tx).update(id, { ...body, is_demo: false });
        await leave(tx, stored, row.icon_url);
        await audit(tx, caller, "update", row);
        return toKept(row);
      }),

    toggle: (caller, id) =>
      write(async (tx) => {
        const stored = await existing(tx, id);
        const row = await supportRepository(tx).update(id, { is_active: !stored.is_active });
        await audit(tx, caller, "update", row);
        return toKept(row);
      }),

    remove: (caller, id) =>
      write(async (tx) => {
        const stored = await existing(tx, id);
        await supportRepository(tx).remove(id);
        await leave(tx, stored, null);
        await audit(tx, caller, "delete", stored);
      }),
    contactNames: async (ids) => new Map((await repository.names(ids)).map(({ id, name }) => [id, name])),
  };
}

async function existing(tx: Tx, id: number): Promise<ContactRow> {
  const row = await supportRepository(tx).find(id);
  if (!row) throw new ApiError("not_found", "Không tìm thấy thông tin liên lạc");
  return row;
}

function toPublic({ id, name, type, value, icon_url, color }: ContactRow): SupportContact {
  return { id, name, type, value, icon_url, color: ContactColor.safeParse(color).data ?? null };
}

function toKept(row: ContactRow): KeptContact {
  const { is_active, sort_order, description, created_at } = row;
  return { ...toPublic(row), is_active, sort_order, description, created_at };
}

/** Nobody's addresses, and said to be: example.com is reserved, and the number is no subscriber's. */
const demoContacts = [
  { name: "Viết thư (địa chỉ minh họa)", type: "email", value: "xin-chao@example.com", color: null },
  { name: "Tổng đài (số minh họa)", type: "phone", value: "1900 0000", color: "green-500" },
] as const;

/** Shows the widget on a first start: adds contacts that are no one's, unless there are others already. */
export async function addDemoContacts(tx: Tx, createdAt: string): Promise<void> {
  const repository = supportRepository(tx);
  if (!(await repository.isEmpty())) return;
  await repository.add(
    demoContacts.map((contact, place) => ({
      ...contact,
      icon_url: null,
      description: null,
      is_active: true,
      sort_order: place,
      is_demo: true,
      created_at: createdAt,
    })),
  );
}

/** @returns how many demo contacts were taken out. */
export function removeDemoContacts(tx: Tx): Promise<number> {
  return supportRepository(tx).removeDemo();
}
