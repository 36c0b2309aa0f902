/** All SQL of gifts. */
import { type Expression, type Insertable, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import type { GiftContent } from "#contract/gifts.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type GiftRow = Selectable<Tables["gifts"]>;
export type ThanksRow = Selectable<Tables["gift_thanks"]>;
export type GiftKind = GiftContent["kind"];

const columnOf = { song: "request_id", premium: "order_id" } as const satisfies Record<GiftKind, keyof GiftRow>;

/** The tables of the owners. */
const tableOf = { song: "song_requests", premium: "premium_orders" } as const satisfies Record<GiftKind, keyof Tables>;

/** Returns the condition that the gift of an owner opens at a time (ISO) or after it. */
export function opensSince(kind: GiftKind, since: string): Expression<SqlBool> {
  const [of, owner] = [sql.ref(`gifts.${columnOf[kind]}`), sql.ref(`${tableOf[kind]}.id`)];
  return sql<SqlBool>`exists (select 1 from gifts where ${of} = ${owner} and gifts.opens_at >= ${since})`;
}

/** Returns of what a gift was made. */
export function ownerOf({ request_id, order_id }: GiftRow): { kind: GiftKind; id: number } {
  if (request_id !== null) return { kind: "song", id: request_id };
  if (order_id !== null) return { kind: "premium", id: order_id };
  throw new Error("A gift has an owner");
}

export function giftsRepository(db: Db) {
  return {
    bySecret: (secret: string): Promise<GiftRow | undefined> =>
      db.selectFrom("gifts").selectAll().where("secret", "=", secret).executeTakeFirst(),

    byCode: (code: string): Promise<GiftRow | undefined> =>
      db.selectFrom("gifts").selectAll().where("code", "=", code).executeTakeFirst(),

    async ofOwners(kind: GiftKind, ids: readonly number[]): Promise<GiftRow[]> {
      if (ids.length === 0) return [];
      return db.selectFrom("gifts").selectAll().where(columnOf[kind], "in", ids).execute();
    },

    /** @returns undefined when the owner has a gift, or the secret or the code is taken. */
    insert: (
      { kind, id }: { kind: GiftKind; id: number },
      values: Omit<Insertable<Tables["gifts"]>, "request_id" | "order_id">,
    ): Promise<GiftRow | undefined> =>
      db
        .insertInto("gifts")
        .values({ ...values, [columnOf[kind]]: id })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),

    update: (id: number, values: Updateable<Tables["gifts"]>): Promise<GiftRow> =>
      db.updateTable("gifts").set(values).where("id", "=", id).returningAll().executeTakeFirstOrThrow(),

    /** Removes the gift of an owner with all that was sent back. */
    async remove(kind: GiftKind, ownerId: number): Promise<void> {
      await db.deleteFrom("gifts").where(columnOf[kind], "=", ownerId).execute();
    },

    /** @returns whether the device is a new one. */
    async addHeart(gift_id: number, device: string, created_at: string): Promise<boolean> {
      const row = await db
        .insertInto("gift_hearts")
        .values({ gift_id, device, created_at })
        .onConflict((conflict) => conflict.doNothing())
        .returning("gift_id")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns the thanks of some gifts, the oldest first. */
    async thanksOf(giftIds: readonly number[]): Promise<ThanksRow[]> {
      if (giftIds.length === 0) return [];
      return db.selectFrom("gift_thanks").selectAll().where("gift_id", "in", giftIds).orderBy("id").execute();
    },

    async addThanks(values: Insertable<Tables["gift_thanks"]>): Promise<void> {
      await db.insertInto("gift_thanks").values(values).execute();
    },
  };
}
