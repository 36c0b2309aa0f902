import { type Kysely, sql } from "kysely";

/** Finds requests by the customer's phone number, and those in which a customer wishes changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update song_requests
    set search_text = search_text || ' ' || replace(replace(replace(replace(replace(customer_phone, ' ', ''), '-', ''), '.', ''), '(', ''), ')', '')
    where customer_phone is not null`.execute(db);
  await sql`create index song_requests_wishes on song_requests (staff_id, queue, id)
    where completed_at is not null and accepted_at is null and status in ('new', 'processing')`.execute(db);
}
