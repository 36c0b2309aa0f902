/** SQL over administrators and staff together. */
import type { Db } from "#server/platform/db/schema.ts";

/** Returns administrators by e-mail and staff by name, also closed ones, each in the order of their names. */
export async function peopleOfOffice(db: Db) {
  const admins = await db.selectFrom("admins").select(["id", "email as name"]).orderBy("email_key").execute();
  const staff = await db.selectFrom("staff").select(["id", "full_name as name"]).orderBy("full_name").execute();
  return [
    ...admins.map((row) => ({ kind: "admin" as const, ...row })),
    ...staff.map((row) => ({ kind: "staff" as const, ...row })),
  ];
}
