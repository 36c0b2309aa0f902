/** The messages that a server has written down, for tests of what writes them. */
import type { Db } from "#server/platform/db/schema.ts";
import type { Outbox } from "#server/platform/outbox.ts";

interface Holder {
  db: Db;
  outbox: Pick<Outbox, "flush">;
}

/** Settings with a mail server that never answers: messages wait. */
export const deadMailServer = { SMTP_URL: "smtp://127.0.0.1:9", PUBLIC_URL: "https://nghe.example.vn" };

export interface Message {
  event: string;
  /** Kind and id of the recipient. */
  to: string;
  name: string;
  email: string | null;
  phone: string | null;
  /** Kind and id. */
  about: string;
  state: string;
  data: Record<string, unknown>;
}

/** Returns the messages in the order of their writing, once the worker has made those to the administrators. */
export async function messagesOf({ db, outbox }: Holder): Promise<Message[]> {
  await adminsTold({ db, outbox });
  const rows = await db.selectFrom("deliveries").selectAll().orderBy("id").execute();
  return rows.map((row) => ({
    event: row.event,
    to: `${row.recipient_kind} ${row.recipient_id ?? "-"}`,
    name: row.recipient_name,
    email: row.email,
    phone: row.phone,
    about: `${row.subject_kind} ${row.subject_id}`,
    state: row.state,
    data: JSON.parse(row.data),
  }));
}

/** Returns which events were told to whom, as `event > kind id`. */
export async function told(holder: Holder): Promise<string[]> {
  return (await messagesOf(holder)).map(({ event, to }) => `${event} > ${to}`);
}

/** Removes all messages, so that a test looks at the next ones only. */
export async function clearMessages({ db, outbox }: Holder): Promise<void> {
  await adminsTold({ db, outbox });
  await db.deleteFrom("deliveries").execute();
}

/** Lets the worker find the administrators, where a message to them waits for it. */
async function adminsTold({ db, outbox }: Holder): Promise<void> {
  const waiting = await db.selectFrom("admin_notices").select("id").execute();
  if (waiting.length > 0) await outbox.flush();
}
