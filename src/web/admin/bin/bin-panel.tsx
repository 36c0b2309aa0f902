import { type BinItem, type BinNames, RestoreBody } from "#contract/bin.ts";
import { entities } from "#contract/entities.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { factTexts } from "../../resource/bin/bin-facts.ts";
import { restoredMessage, restoreErrors } from "../../resource/bin/use-restore.ts";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { useSend } from "../../resource/data/queries.ts";
import { TextField } from "../../resource/form/fields.tsx";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { binRefreshes } from "./bin-calls.ts";
import styles from "./screen.module.css";

const names = RestoreBody.pick({ name: true, username: true, email: true });
const labels = { name: "Tên", username: "Tên đăng nhập", email: "Email" } as const satisfies Record<
  keyof BinNames,
  string
>;

/** What an item is, and the names under which it comes back. */
export function BinPanel({ item, onClose }: { item: BinItem; onClose: () => void }) {
  const send = useSend(binRefreshes);
  const toast = useAreaToast();
  const { entity, entity_id, name, facts, deleted_at, deleted_by, ends_at } = item;
  const fields = (Object.keys(labels) as (keyof BinNames)[]).filter((field) => item.names[field] !== undefined);
  const along = factTexts(facts);
  return (
    <ResourceForm
      isPanel
      name={`bin-${item.id}`}
      title={name}
      action="Khôi phục"
      actsUnchanged
      schema={names}
      values={item.names}
      submit={async (body) => {
        const given = Object.fromEntries(fields.map((field) => [field, body[field]]));
        const { data } = await send(
          "POST /api/admin/bin/restore",
          { body: { entity, id: entity_id, ...given } },
          restoreErrors,
        );
        toast(restoredMessage(data));
      }}
      onSaved={onClose}
      onClose={onClose}
    >
      <dl className={styles.details}>
        <dt>Loại</dt>
        <dd>{entities[entity].noun}</dd>
        <dt>Đã xóa</dt>
        <dd>
          <time dateTime={deleted_at}>{shortDateTime(deleted_at)}</time>, {deleted_by}
        </dd>
        <dt>Xóa hẳn sau</dt>
        <dd>
          <time dateTime={ends_at}>{shortDateTime(ends_at)}</time>
        </dd>
        <dt>Đi cùng</dt>
        <dd>{along.length > 0 ? along.join(", ") : "không có gì"}</dd>
      </dl>
      {fields.length > 0 && <p className="muted">Tên đã có nơi khác dùng thì đặt tên khác trước khi khôi phục.</p>}
      {fields.map((field) => (
        <TextField key={field} name={field} label={labels[field]} required />
      ))}
    </ResourceForm>
  );
}
