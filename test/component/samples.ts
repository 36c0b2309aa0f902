/** Complete API replies; tests pass the fields that matter. */
import type { User } from "#contract/accounts.ts";
import type { Category, CategoryWithCount, Song } from "#contract/catalogue.ts";
import type { PayableOrder, PaymentDetails } from "#contract/orders.ts";
import type { PremiumPackage } from "#contract/premium-packages.ts";
import type { SupportContact } from "#contract/support.ts";
import { writeStored } from "../../src/web/lib/storage.ts";
import { hangs } from "./stub-api.ts";

const created_at = "2026-05-01T08:00:00.000Z";

export function aCategory(fields: Partial<Category> = {}): Category {
  return {
    id: 1,
    name: "Trữ tình",
    description: null,
    icon_url: null,
    category_type: "entertainment",
    is_active: true,
    is_featured: false,
    created_at,
    ...fields,
  };
}

export function aCountedCategory(fields: Partial<CategoryWithCount> = {}): CategoryWithCount {
  return { ...aCategory(), song_count: 3, ...fields };
}

/** Returns a public song. */
export function aSong(fields: Partial<Song> = {}): Song {
  const { categories = [aCategory()] } = fields;
  return {
    id: 1,
    title: "Mưa hạ trên phố cũ",
    description: null,
    artist: "Hoài An",
    lyrics: null,
    audio_url: "/uploads/mua-ha.mp3",
    thumbnail_url: null,
    category_ids: categories.map(({ id }) => id),
    categories,
    is_active: true,
    is_featured: false,
    is_premium: false,
    is_ai_generated: true,
    play_count: 0,
    likes_count: 0,
    duration: 200,
    created_at,
    ...fields,
  };
}

/** Returns a premium song as the API replies it without access. */
export function aLockedSong(fields: Partial<Song> = {}): Song {
  return aSong({ is_premium: true, audio_url: null, lyrics: null, ...fields });
}

export function aContact(fields: Partial<SupportContact> = {}): SupportContact {
  return { id: 1, name: "Hỗ trợ", type: "phone", value: "0901 234 567", icon_url: null, color: null, ...fields };
}

export function aUser(fields: Partial<User> = {}): User {
  return {
    id: 1,
    username: "thu_ha",
    email: "thu-ha@example.com",
    full_name: "Trần Thu Hà",
    is_active: true,
    is_premium: false,
    subscription_type: fields.is_premium ? "premium" : "free",
    premium_expires_at: null,
    premium_package_id: null,
    created_at,
    ...fields,
  };
}

export function aPackage(fields: Partial<PremiumPackage> = {}): PremiumPackage {
  return {
    id: 1,
    name: "Gói năm",
    price: 399_000,
    duration_days: 365,
    is_lifetime: false,
    is_active: true,
    description: null,
    sort_order: 2,
    created_at,
    ...fields,
  };
}

export function aPayment(fields: Partial<PaymentDetails> = {}): PaymentDetails {
  return {
    bank_name: "Vietcombank",
    bank_bin: "970436",
    account_number: "0123456789",
    account_holder: "CONG TY NGAN NGA",
    branch: null,
    swift_code: null,
    qr_code_url: null,
    transfer_content: "HM2345678K",
    vietqr: "000201",
    qr_svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37"><path d="M4 4h7v7H4z"/></svg>',
    ...fields,
  };
}

/** Returns an order that waits for its payment. */
export function anOrder(fields: Partial<PayableOrder> = {}): PayableOrder {
  return {
    id: 7,
    code: "HM2345678K",
    page_token: "AbCdEfGhIjKlMnOpQrStUv",
    package_id: 1,
    package_name: "Gói năm",
    package_duration_days: 365,
    package_is_lifetime: false,
    payment_amount: 399_000,
    payment_method: "bank_transfer",
    status: "pending",
    payment_status: "pending",
    user_name: "Nguyễn Thị Lan",
    user_email: "lan@example.com",
    has_account: true,
    created_at,
    confirmed_at: null,
    completed_at: null,
    premium_granted_at: null,
    payment: aPayment(),
    ...fields,
  };
}

/** Stores a user's token. Returns the reply for it. */
export function loggedIn(fields: Partial<User> = {}) {
  writeStored("userToken", "user-token");
  return { "GET /api/user/me": aUser(fields), "POST /api/user/logout": { success: true as const } };
}

/** Stores the administrator's token. Returns the replies for it, with a silent stream of changes. */
export function loggedInAdmin() {
  writeStored("adminToken", "admin-token");
  return { "GET /api/auth/me": { email: "quan-tri@example.com" }, "GET /api/admin/changes": hangs() };
}
