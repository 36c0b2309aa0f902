/** Rows for tests, inserted directly. Every value can be given; the rest is filled in. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Insertable, Selectable } from "kysely";
import { fold } from "#contract/fold.ts";
import { userSearchText } from "#server/features/accounts/accounts.repository.ts";
import { hashToken, newToken } from "#server/features/accounts/sessions/sessions.ts";
import { categoryClaims, songClaims } from "#server/features/catalogue/owned-files.ts";
import { songSearchText } from "#server/features/catalogue/songs.repository.ts";
import { kindOfFolder } from "#server/features/file-kinds.ts";
import { filesRepository, type Owner } from "#server/features/files/files.repository.ts";
import { type Claim, pictureClaim, visibilityOf } from "#server/features/files/registry.ts";
import { wordKey } from "#server/features/notebook/notebook.repository.ts";
import { orderSearchText } from "#server/features/orders/orders.repository.ts";
import { transferSearchText } from "#server/features/payments/transfers.repository.ts";
import { packageTexts } from "#server/features/premium-packages/premium-packages.repository.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import { caseless } from "#server/platform/text.ts";
import { newTransferCode } from "#server/platform/transfer-code.ts";
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
  const full_name = values.full_name ?? null;
  return db
    .insertInto("users")
    .values({
      username,
      username_key: caseless(username),
      email,
      email_key: caseless(email),
      full_name,
      search_text: userSearchText({ username, email, full_name }),
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

/** An active staff member who is no supervisor. */
export async function makeStaff({ db }: Holder, values: Values<"staff"> = {}): Promise<Row<"staff">> {
  const n = next();
  const username = values.username ?? `nhan_vien_${n}`;
  const email = values.email ?? `nhanvien${n}@example.com`;
  return db
    .insertInto("staff")
    .values({
      username,
      username_key: caseless(username),
      email,
      email_key: caseless(email),
      full_name: `Nhân viên ${n}`,
      password_hash: await passwordHash(),
      phone: null,
      notes: null,
      is_active: true,
      is_supervisor: false,
      created_at: now(),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function makeCategory(holder: Holder, values: Values<"categories"> = {}): Promise<Row<"categories">> {
  const name = values.name ?? `Thể loại ${next()}`;
  const category = await holder.db
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
  await claimFiles(holder, { kind: "category", id: category.id }, categoryClaims(category, category));
  return category;
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
  await claimFiles(holder, { kind: "song", id: song.id }, songClaims(song, song));
  const ids = categories ?? [(await makeCategory(holder)).id];
  if (ids.length > 0) {
    await db
      .insertInto("song_categories")
      .values(ids.map((category_id, position) => ({ song_id: song.id, category_id, position })))
      .execute();
  }
  return song;
}

/** A stored file without content, as an upload leaves it. */
export async function makeFile(
  { db }: Holder,
  { key, ...values }: Values<"files"> & { key: string },
): Promise<Row<"files">> {
  const kind = kindOfFolder(key.split("/")[0] ?? "") ?? "audio";
  return db
    .insertInto("files")
    .values({
      key,
      kind,
      visibility: "public",
      place: "disk",
      is_managed: false,
      is_removed: false,
      sha256: null,
      size: 0,
      duration: null,
      is_in_transit: false,
      problem: null,
      lease: null,
      lease_until: null,
      created_at: now(),
      unclaimed_since: now(),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Claims those of the files that are registered. */
export async function claimFiles({ db }: Holder, owner: Owner, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  const files = filesRepository(db);
  const known = new Set((await files.among(claims.map(({ key }) => key))).map(({ key }) => key));
  for (const { key, visibility, name = null } of claims.filter((claim) => known.has(claim.key))) {
    await files.putClaims([{ owner_kind: owner.kind, owner_id: owner.id, file_key: key, visibility, name }]);
    await files.setVisibility([key], { visibility: visibilityOf(await files.claimsOn([key])), unclaimed_since: null });
  }
}

/** Claims the files of a song again, after a change of its row. */
export async function claimSongFiles(holder: Holder, id: number): Promise<void> {
  const song = await holder.db.selectFrom("songs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  await claimFiles(holder, { kind: "song", id }, songClaims(song, song));
}

/** A support contact. */
export async function makeContact(
  holder: Holder,
  values: Values<"support_contacts"> = {},
): Promise<Row<"support_contacts">> {
  const contact = await holder.db
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
  const { id, icon_url } = contact;
  await claimFiles(holder, { kind: "contact", id }, pictureClaim("icon_url", icon_url, icon_url));
  return contact;
}

/** A Premium package of 30 days, on sale. */
export async function makePackage(
  { db }: Holder,
  values: Values<"premium_packages"> = {},
): Promise<Row<"premium_packages">> {
  const name = values.name ?? `Gói ${next()}`;
  return db
    .insertInto("premium_packages")
    .values({
      name,
      ...packageTexts(name),
      price: 49_000,
      duration_days: values.is_lifetime ? null : 30,
      is_lifetime: false,
      is_active: true,
      description: null,
      sort_order: 0,
      is_demo: false,
      created_at: now(),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The bank account that customers pay to. */
export async function makeBank({ db }: Holder, values: Values<"bank_config"> = {}): Promise<Row<"bank_config">> {
  return db
    .insertInto("bank_config")
    .values({
      bank_name: "Vietcombank",
      bank_bin: "970436",
      account_number: "0123456789",
      account_holder: "NGUYEN THI NGA",
      branch: null,
      swift_code: null,
      qr_code_url: null,
      is_active: true,
      created_at: now(),
      updated_at: now(),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A pending order for a package, by default a new one; its snapshot is the package's. */
export async function makeOrder(holder: Holder, values: Values<"premium_orders"> = {}): Promise<Row<"premium_orders">> {
  const { db } = holder;
  const n = next();
  const package_id = values.package_id ?? (await makePackage(holder)).id;
  const { name, price, duration_days, is_lifetime } = await db
    .selectFrom("premium_packages")
    .selectAll()
    .where("id", "=", package_id)
    .executeTakeFirstOrThrow();
  const customer = {
    code: values.code ?? newTransferCode("HM"),
    user_name: values.user_name ?? `Khách ${n}`,
    user_phone: values.user_phone ?? "0901 234 567",
    user_email: values.user_email ?? `khach${n}@example.com`,
  };
  return db
    .insertInto("premium_orders")
    .values({
      ...customer,
      page_token: randomBytes(16).toString("base64url"),
      package_id,
      user_id: null,
      user_address: null,
      user_telegram: null,
      user_facebook: null,
      user_zalo: null,
      package_name: name,
      package_duration_days: duration_days,
      is_lifetime,
      payment_amount: price,
      payment_method: "bank_transfer",
      payment_reference: null,
      payment_note: null,
      status: "pending",
      payment_status: "pending",
      admin_notes: null,
      search_text: orderSearchText(customer),
      created_at: now(),
      updated_at: now(),
      paid_at: null,
      confirmed_at: null,
      completed_at: null,
      premium_granted_at: null,
      premium_expires_at: null,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A new request that nobody works on, due in three days. */
export async function makeRequest({ db }: Holder, values: Values<"song_requests"> = {}): Promise<Row<"song_requests">> {
  const n = next();
  const customer_name = values.customer_name ?? `Khách ${n}`;
  const customer_email = values.customer_email ?? `khach${n}@example.com`;
  const due_at = values.due_at ?? new Date(Date.now() + 3 * 24 * 3600_000).toISOString();
  return db
    .insertInto("song_requests")
    .values({
      code: newTransferCode("HR"),
      page_token: randomBytes(16).toString("base64url"),
      user_id: null,
      customer_name,
      customer_email,
      customer_phone: null,
      budget: null,
      request_content: "Một bài hát mừng sinh nhật",
      occasion: null,
      recipient: null,
      mood: null,
      words_wanted: null,
      words_unwanted: null,
      name_pronunciation: null,
      reference_file: null,
      reference_file_name: null,
      admin_notes: null,
      staff_notes: null,
      status: "new",
      staff_id: null,
      due_at,
      queue: due_at,
      agreed_price: 0,
      accepted_song_id: null,
      accepted_at: null,
      paid_at: null,
      consent_at: null,
      song_id: null,
      search_text: fold(`${customer_name} ${customer_email}`),
      created_at: now(),
      updated_at: now(),
      completed_at: null,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A free song of the library that was made of a request whose customer allows it, as a song to hear. */
export async function makeExample(
  holder: Holder,
  { request, ...values }: Values<"song_examples"> & { request?: Values<"song_requests"> } = {},
): Promise<Row<"song_examples"> & { request: Row<"song_requests"> }> {
  const song_id = values.song_id ?? (await makeSong(holder)).id;
  const made = await makeRequest(holder, { song_id, accepted_at: now(), consent_at: now(), ...request });
  const example = await holder.db
    .insertInto("song_examples")
    .values({ occasion: "Sinh nhật", sort_order: 0, created_at: now(), ...values, song_id })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...example, request: made };
}

/** A gift of a request, or of the given order, which opens for whoever has its address. */
export async function makeGift(holder: Holder, values: Values<"gifts"> = {}): Promise<Row<"gifts">> {
  const request_id = values.order_id == null ? (values.request_id ?? (await makeRequest(holder)).id) : null;
  return holder.db
    .insertInto("gifts")
    .values({
      secret: randomBytes(16).toString("base64url"),
      is_open: true,
      created_at: now(),
      updated_at: now(),
      ...values,
      request_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A transfer of 49.000 đồng that came in now and that the worker has not looked at. */
export async function makeTransfer({ db }: Holder, values: Values<"transfers"> = {}): Promise<Row<"transfers">> {
  const n = next();
  const { memo = `Chuyển tiền ${n}`, amount = 49_000, sender_name, sender_account, reference } = values;
  return db
    .insertInto("transfers")
    .values({
      provider: "sepay",
      provider_id: `test ${n}`,
      source: "webhook",
      money_key: null,
      direction: "in",
      amount,
      memo,
      account: "0123456789",
      sub_account: null,
      sender_name: null,
      sender_account: null,
      sender_bank: null,
      reference: null,
      balance: null,
      occurred_at: now(),
      received_at: now(),
      raw: null,
      state: "new",
      reason: null,
      note: null,
      code: null,
      order_id: null,
      request_id: null,
      decided_by: null,
      updated_at: now(),
      search_text: transferSearchText({ memo, amount, sender_name, sender_account, reference }),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A word of a learner; without one of a new user. */
export async function makeWord(holder: Holder, values: Values<"words"> = {}): Promise<Row<"words">> {
  const text = values.text ?? `từ ${next()}`;
  const user_id = values.user_id ?? (await makeUser(holder)).id;
  const created_at = values.created_at ?? now();
  const texts = { text, text_key: wordKey(text), search_text: fold(text) };
  return holder.db
    .insertInto("words")
    .values({ user_id, client_id: randomUUID(), language: "vi", ...texts, due: created_at, created_at, ...values })
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
export async function adminToken(holder: Holder, values: Values<"admins"> = {}): Promise<string> {
  return makeSession(holder, "admin", (await makeAdmin(holder, values)).id);
}

/** The token of a new user, or of the given one. */
export async function userToken(
  holder: Holder,
  { premium = false, user }: { premium?: boolean; user?: { id: number } } = {},
): Promise<string> {
  const account = user ?? (await makeUser(holder, premium ? { subscription_type: "premium" } : {}));
  return makeSession(holder, "user", account.id);
}

/** The token of a new staff member, or of the given one. */
export async function staffToken(
  holder: Holder,
  { isSupervisor = false, member }: { isSupervisor?: boolean; member?: { id: number } } = {},
): Promise<string> {
  const account = member ?? (await makeStaff(holder, { is_supervisor: isSupervisor }));
  return makeSession(holder, "staff", account.id);
}
