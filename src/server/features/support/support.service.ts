/** The rules of support contacts: visibility and valid values. */
import { contactLink, contactValueError } from "#contract/contact-link.ts";
import type { ActivityAction } from "#contract/dashboard.ts";
import { invalidField } from "#contract/errors.ts";
import type { FieldChange } from "#contract/history.ts";
import {
  type AdminContact,
  type ContactBody,
  ContactChange,
  ContactColor,
  type SupportContact,
} from "#contract/support.ts";
import {
  assertVersion,
  changedDetails,
  fieldChanges,
  type RecordSensitiveChange,
  shownAddress,
  type ToldField,
  type TrailFields,
} from "#server/features/audit/audit.service.ts";
import type { Bin } from "#server/features/bin/bin.service.ts";
import type { BinPort } from "#server/features/bin/bin-port.ts";
import { type ClaimSource, type Files, pictureClaim } from "#server/features/files/files.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller, OfficeCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { type ContactRow, supportRepository } from "./support.repository.ts";

export interface Support {
  /** Returns the contacts that visitors see, in order: those with a link. */
  activeContacts(): Promise<SupportContact[]>;
  /** Returns all contacts in the order of the widget. */
  contacts(): Promise<AdminContact[]>;
  add(caller: AdminCaller, body: ContactBody): Promise<AdminContact>;
  /** Updates the given fields. @throws ApiError `not_found`, or `invalid` for a value that does not suit its type. */
  change(caller: AdminCaller, id: number, body: ContactChange): Promise<AdminContact>;
  /** @throws ApiError `not_found` */
  toggle(caller: AdminCaller, id: number): Promise<AdminContact>;
  /** @throws ApiError `not_found` */
  remove(caller: AdminCaller, id: number): Promise<void>;
}

export interface SupportDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  files: Pick<Files, "setClaims">;
  bin: Pick<Bin, "put">;
  recordSensitive: RecordSensitiveChange;
}

const noContact = "Không tìm thấy thông tin liên lạc";

const trailFields: TrailFields<ContactRow, ContactChange> = {
  name: "Tên",
  type: "Loại",
  value: "Địa chỉ",
  icon_url: "Biểu tượng",
  color: "Màu",
  description: "Mô tả",
  is_active: "Đang hiện",
  sort_order: "Thứ tự",
};

/** Adds a change to the trail and tells all administrators: customers write to a contact, call it and trust it. */
const recordsContacts =
  (recordSensitive: RecordSensitiveChange) =>
  (
    tx: Tx,
    caller: OfficeCaller,
    action: ActivityAction,
    { id, name }: Pick<ContactRow, "id" | "name">,
    fields: readonly ToldField[] = [],
    changes: readonly FieldChange[] = [],
  ) =>
    recordSensitive(tx, caller, {
      action,
      entity: "support",
      entityId: id,
      what: whatChanged[action] ?? "Liên hệ hỗ trợ",
      name,
      details: [`liên hệ “${name}”`, ...changedDetails(fields.map((field) => ({ ...field, mask: shownAddress })))],
      trailDetails: [],
      changes,
    });

const whatChanged: Partial<Record<ActivityAction, string>> = {
  create: "Thêm liên hệ hỗ trợ",
  update: "Sửa liên hệ hỗ trợ",
  delete: "Xóa liên hệ hỗ trợ",
  restore: "Khôi phục liên hệ hỗ trợ",
};

export function createSupport({ database, files, bin, recordSensitive }: SupportDeps): Support {
  const { db, commit } = database;
  const repository = supportRepository(db);
  const record = recordsContacts(recordSensitive);

  function recordUpdate(tx: Tx, caller: AdminCaller, stored: ContactRow, row: ContactRow): Promise<void> {
    const changes = fieldChanges(trailFields, stored, row);
    return record(
      tx,
      caller,
      "update",
      row,
      changes.map(({ field: label, ...rest }) => ({ label, ...rest })),
      changes,
    );
  }

  /** Claims the picture of a contact. @param stored the contact before a change. @throws ApiError `invalid` for a missing one. */
  const claimPicture = (tx: Tx, { id, icon_url }: ContactRow, stored?: ContactRow) =>
    files.setClaims(tx, { kind: "contact", id }, pictureClaim("icon_url", icon_url, stored?.icon_url));

  return {
    activeContacts: async () =>
      (await repository.active()).filter((contact) => contactLink(contact) !== undefined).map(toPublic),
    contacts: async () => (await repository.all()).map(toAdmin),

    add: (caller, body) =>
      commit({ lock: "support" }, async (tx) => {
        const row = await supportRepository(tx).insert({
          ...body,
          icon_url: body.icon_url ?? null,
          description: body.description ?? null,
          is_demo: false,
          created_at: new Date().toISOString(),
        });
        await claimPicture(tx, row);
        await record(tx, caller, "create", row, [{ label: "Địa chỉ", from: null, to: row.value }]);
        return toAdmin(row);
      }),

    change: (caller, id, { version, ...body }) =>
      withCurrent(
        async () => toAdmin(await findOrThrow(repository.find(id), noContact)),
        () =>
          commit({ lock: "support" }, async (tx) => {
            const stored = await findOrThrow(supportRepository(tx).find(id), noContact);
            await assertVersion(tx, caller, version, toAdmin(stored).version, "support", stored);
            const { type = stored.type, value = stored.value } = body;
            const isValueChanged = body.type !== undefined || body.value !== undefined;
            const message = isValueChanged ? contactValueError({ type, value }) : undefined;
            if (message) throw invalidField("value", message);
            // A contact that the administrator has edited is not removed with the demo.
            const row = await supportRepository(tx).update(id, { ...body, is_demo: false });
            await claimPicture(tx, row, stored);
            await recordUpdate(tx, caller, stored, row);
            return toAdmin(row);
          }),
      ),

    toggle: (caller, id) =>
      commit({ lock: "support" }, async (tx) => {
        const stored = await findOrThrow(supportRepository(tx).find(id), noContact);
        const row = await supportRepository(tx).update(id, { is_active: !stored.is_active });
        await recordUpdate(tx, caller, stored, row);
        return toAdmin(row);
      }),

    remove: (caller, id) =>
      commit({ lock: "support" }, async (tx) => {
        const stored = await findOrThrow(supportRepository(tx).find(id), noContact);
        await bin.put(tx, "support", id, caller);
        await record(tx, caller, "delete", stored);
      }),
  };
}

function toPublic({ id, name, type, value, icon_url, color }: ContactRow): SupportContact {
  return { id, name, type, value, icon_url, color: ContactColor.safeParse(color).data ?? null };
}

function toAdmin(row: ContactRow): AdminContact & { version: string } {
  const { is_active, sort_order, description, created_at } = row;
  const contact = { ...toPublic(row), is_active, sort_order, description, created_at };
  return { ...contact, version: versionOf(ContactChange, contact) };
}

/** How deleted contacts come back from the bin. All administrators are told. */
export function contactPort(
  dialect: Pick<Database["dialect"], "lock">,
  recordSensitive: RecordSensitiveChange,
): BinPort {
  return {
    lock: (tx) => dialect.lock(tx, "support"),
    prepare: async (_tx, { row }) => ({ row, name: String(row.name) }),
    claims({ icon_url }) {
      const address = icon_url as ContactRow["icon_url"];
      return pictureClaim("icon_url", address, address);
    },
    async finish(tx, caller, { id, row }, name) {
      const address = { label: "Địa chỉ", from: null, to: String(row.value) };
      await recordsContacts(recordSensitive)(tx, caller, "restore", { id, name }, [address]);
      return true;
    },
  };
}

/** Fictitious contacts, labelled as such: example.com is reserved, and the number has no subscriber. */
const demoContacts = [
  { name: "Viết thư (địa chỉ minh họa)", type: "email", value: "xin-chao@example.com", color: null },
  { name: "Tổng đài (số minh họa)", type: "phone", value: "1900 0000", color: "green-500" },
] as const;

/** Adds fictitious contacts, so that a first start shows the widget; without effect when there are contacts. */
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

/** Removes the demo contacts. @returns their number. */
export function removeDemoContacts(tx: Tx): Promise<number> {
  return supportRepository(tx).removeDemo();
}

/** The contacts whose pictures an earlier version named by address only. */
export const contactClaimSource: ClaimSource = {
  owner: "contact",
  async page(db, after, limit) {
    const contacts = await supportRepository(db).picturesAfter(after, limit);
    return contacts.map(({ id, icon_url }) => ({ id, claims: pictureClaim("icon_url", icon_url, icon_url) }));
  },
};
