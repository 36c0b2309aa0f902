/** Complete API replies about sales, for component tests and journeys; tests pass the fields that matter. */
import type { BankConfig, PaymentDetails } from "#contract/bank.ts";
import type { AdminOrder, AdminOrderDetail, OrderStats, PayableOrder } from "#contract/orders.ts";
import type { PremiumGift } from "#contract/premium-gifts.ts";
import type { AdminPackage, PremiumPackage, PremiumPackagePage } from "#contract/premium-packages.ts";

const created_at = "2026-05-01T08:00:00.000Z";

export function aPackage(fields: Partial<AdminPackage> = {}): AdminPackage {
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
    sold: 0,
    earned: 0,
    ...fields,
  };
}

/** Returns the list of the packages on sale. */
export function selling(...packages: PremiumPackage[]): PremiumPackagePage {
  return { packages, total: packages.length, total_pages: 1 };
}

/** The sums of orders that all wait for their money. */
export function unpaidStats(total: number): OrderStats {
  const none = { orders: 0, amount: 0 };
  const pending = { orders: total, amount: total * 399_000 };
  return {
    total,
    amount: pending.amount,
    payments: { pending, paid: none, failed: none, refunded: none },
    ungranted: none,
    refunded: none,
    statuses: { pending: total, confirmed: 0, cancelled: 0, completed: 0 },
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
    amount: 399_000,
    vietqr: "000201",
    qr_svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37"><path d="M4 4h7v7H4z"/></svg>',
    is_instant: true,
    app_links: [],
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
    received_amount: 0,
    refunded_amount: 0,
    payment_method: "bank_transfer",
    status: "pending",
    payment_status: "pending",
    user_name: "Nguyễn Thị Lan",
    user_email: "lan@example.com",
    is_gift: false,
    has_account: true,
    created_at,
    expires_at: "2026-05-08T08:00:00.000Z",
    end_reason: null,
    end_message: null,
    paid_at: null,
    confirmed_at: null,
    completed_at: null,
    premium_granted_at: null,
    premium_expires_at: null,
    premium_taken_at: null,
    payment: aPayment(),
    excess_amount: 0,
    claim: null,
    invoice: null,
    gift: null,
    ...fields,
  };
}

/** Returns a gift that is paid for and that nobody took. */
export function aPremiumGift(fields: Partial<PremiumGift> = {}): PremiumGift {
  return {
    recipient_name: "Mẹ",
    giver_name: "Lan và Minh",
    message: "Chúc mẹ nghe nhạc thật vui.",
    opens_on: null,
    is_open: true,
    state: "open",
    opened_at: null,
    secret: "Qm3xT8vK2pLw5nRs9cYd7A",
    code: "HG7K3PQRW2",
    taken_at: null,
    hearts: 0,
    thanks: [],
    ...fields,
  };
}

export function aBankAccount(fields: Partial<BankConfig> = {}): BankConfig {
  return {
    id: 1,
    bank_name: "Vietcombank",
    bank_bin: "970436",
    account_number: "0123456789",
    account_holder: "CONG TY NGAN NGA",
    branch: "Hà Nội",
    swift_code: "BFTVVNVX",
    qr_code_url: null,
    is_active: true,
    created_at,
    updated_at: created_at,
    updated_by: null,
    ...fields,
  };
}

/** Returns an order of a user, as the administrator sees it, that waits for its payment. */
export function anAdminOrder(fields: Partial<AdminOrder> = {}): AdminOrder {
  const { has_account: _account, payment: _payment, excess_amount: _excess, claim: _claim, ...order } = anOrder();
  return {
    ...order,
    user_id: 5,
    username: "khach",
    receiver_id: null,
    receiver_username: null,
    user_phone: "0903 555 142",
    user_address: null,
    user_telegram: null,
    user_facebook: null,
    user_zalo: null,
    payment_reference: null,
    payment_note: null,
    admin_notes: null,
    updated_at: created_at,
    erased_at: null,
    paid_at: null,
    ...fields,
  };
}

export function anOrderDetail(fields: Partial<AdminOrderDetail> = {}): AdminOrderDetail {
  const { matching_user = null, account = null, invoice = null, gift = null, refunds = [], ...order } = fields;
  return { ...anAdminOrder(order), matching_user, account, invoice, gift, refunds };
}
