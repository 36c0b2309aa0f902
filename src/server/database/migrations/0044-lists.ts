import { type Kysely, sql } from "kysely";

/** Indexes for the orders that wait for their payment, are done or ended, for wishes by time, and for users by the end of their Premium. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index premium_orders_waiting
    on premium_orders (created_at, id, status, payment_status, user_id, package_id, payment_amount)
    where payment_status = 'pending' and status <> 'cancelled'`.execute(db);
  await sql`create index premium_orders_ended
    on premium_orders (created_at, id, status, payment_status, user_id, package_id, payment_amount)
    where payment_status in ('failed', 'refunded')
      or (status = 'cancelled' and (payment_status <> 'paid' or premium_granted_at is not null or erased_at is not null))`.execute(
    db,
  );
  await sql`create index premium_orders_done
    on premium_orders (created_at, id, status, payment_status, user_id, package_id, payment_amount)
    where payment_status = 'paid' and status <> 'cancelled' and (premium_granted_at is not null or erased_at is not null)`.execute(
    db,
  );
  await sql`create index song_requests_wishes_by_time on song_requests (created_at, id, status, staff_id)
    where completed_at is not null and accepted_at is null and status in ('new', 'processing')`.execute(db);
  await sql`create index users_by_end
    on users (coalesce(premium_expires_at, '9999-12-31T00:00:00.000Z'), id, is_active, subscription_type, created_at)`.execute(
    db,
  );
}
