/** Rows for tests, inserted directly. Every value can be given; the rest is filled in. */
import type { Insertable, Selectable } from "kysely";
import { hashToken, newToken } from "#server/features/accounts/sessions.ts";
import { songSearchText } from "#server/features/catalogue/catalogue.repository.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import { caseless } from "#server/platform/text.ts";
import { cheapPasswords } from "./app.ts";

type Row<T extends keyof Tables> = Selectable<Tables[T]>;
type Values<T extends keyof Tables> = Partial<Insertable<Tables[T]>>;
interface Holder {
  db: Db;
}

/** The password of every account made here. */
export const password = "mật khẩu 123";
let hashed: Promise<string> | undefined;
const passwordHash = () => (hashed ??= cheapPasswords.hash(password));

let serial = 0;
const next = () => ++serial;
const now = () => new Date().toISOString();

export async function makeUser({ db }: Holder, values: Values<"users"> = {}): Promise<Row<"users">> {
  const n = next();
  const username = values.username ?? `user_${n}`;
  const email = values.email ?? `user${n}@example.com`;
  return db
    .insertInto("users")
    .values({
      username,
      username_key: caseless(username),
      email,
      email_key: caseless(email),
      full_name: null,
      password_hash: await passwordHash(),
      is_active: true,
      subscription_type: "free",
      premium_expires_at: null,
      premium_package_id: null,
      created_at: now(),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function makeAdmin({ db }: Holder, values: Values<"admins"> = {}): Promise<Row<"admins">> {
  const email = values.email ?? `admin${next()}@example.com`;
  return db
    .insertInto("admins")
    .values({ email, email_key: caseless(email), password_hash: await passwordHash(), created_at: now(), ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function makeCategory({ db }: Holder, values: Values<"categories"> = {}): Promise<Row<"categories">> {
  const name = values.name ?? `Thể loại ${next()}`;
  return db
    .insertInto("categories")
    .values({
      name,
      name_key: caseless(name),
      description: null,
      icon_url: null,
      category_type: "entertainment",
      is_active: true,
      is_featured: false,
      is_demo: false,
      created_at: now(),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @param values.categories ids, in the song's order; without them one new category. */
export async function makeSong(
  holder: Holder,
  { categories, ...values }: Values<"songs"> & { categories?: readonly number[] } = {},
): Promise<Row<"songs">> {
  const { db } = holder;
  const n = next();
  const title = values.title ?? `Bài hát ${n}`;
  const song = await db
    .insertInto("songs")
    .values({
      title,
      artist: null,
      description: null,
      lyrics: null,
      audio_url: `/uploads/audio/song-${n}.mp3`,
      thumbnail_url: null,
      is_active: true,
      is_featured: false,
      is_premium: false,
      is_demo: false,
      duration: null,
      waveform: null,
      source_hash: null,
      search_text: songSearchText(title, values.artist ?? null),
      created_at: now(),
      updated_at: now(),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const ids = categories ?? [(await makeCategory(holder)).id];
  if (ids.length > 0) {
    await db
      .insertInto("song_categories")
      .values(ids.map((category_id, position) => ({ song_id: song.id, category_id, position })))
      .execute();
  }
  return song;
}

/** A support contact. */
export async function makeContact(
  { db }: Holder,
  values: Values<"support_contacts"> = {},
): Promise<Row<"support_contacts">> {
  return db
    .insertInto("support_contacts")
    .values({
      name: `Liên hệ ${next()}`,
      type: "phone",
      value: "0900 000 000",
      icon_url: null,
      color: null,
      description: null,
      is_active: true,
      sort_order: 0,
      is_demo: false,
      created_at: now(),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A session of an account. @param expiresIn milliseconds; a negative one has expired. */
export async function makeSession(
  { db }: Holder,
  kind: "admin" | "user" | "staff",
  accountId: number,
  expiresIn = 60 * 60 * 1000,
): Promise<string> {
  const token = newToken();
  await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      kind,
      account_id: accountId,
      created_at: now(),
      used_at: now(),
      expires_at: new Date(Date.now() + expiresIn).toISOString(),
    })
    .execute();
  return token;
}

/** The token of a new administrator. */
export async function adminToken(holder: Holder): Promise<string> {
  return makeSession(holder, "admin", (await makeAdmin(holder)).id);
}

/** The token of a new user, or of the given one. */
export async function userToken(
  holder: Holder,
  { premium = false, user }: { premium?: boolean; user?: { id: number } } = {},
): Promise<string> {
  const account = user ?? (await makeUser(holder, premium ? { subscription_type: "premium" } : {}));
  return makeSession(holder, "user", account.id);
}
