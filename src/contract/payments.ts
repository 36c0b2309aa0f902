/** Transfers on the bank account: what came, what it pays, and what needs a hand. */
import { z } from "zod";
import { type Endpoints, Id, IdParams, paging, Time, transferSearch, wholeNumber } from "./endpoint.ts";
import { optionalName, requiredText } from "./fields.ts";
import { dayRange, listQuery, type Sorts } from "./list.ts";
import { listEndpoints, listFamily } from "./list-family.ts";
import { SeenVersion, Version } from "./version.ts";

/** Services that tell of transfers. */
export const paymentProviders = ["sepay", "casso", "payos"] as const;
export const PaymentProvider = z.enum(paymentProviders, "Dịch vụ không hợp lệ");
export type PaymentProvider = z.output<typeof PaymentProvider>;

/** Where a transfer is known from: a service, or a bank statement that was dropped in. */
const transferOrigins = [...paymentProviders, "statement"] as const;
export const TransferOrigin = z.enum(transferOrigins);
export type TransferOrigin = z.output<typeof TransferOrigin>;

/**
 * `new`: not looked at yet; `matched`: all of it pays something, and that is paid; `under`: what it pays is not paid yet; `over`: a part of
 * it is left; `late`: for an order that has ended; `duplicate`: for one that is paid already; `unmatched`: nobody knows for what;
 * `outgoing`: money that left; `ignored`: somebody said, or it came to another account.
 */
export const transferStates = [
  "new",
  "matched",
  "under",
  "over",
  "late",
  "duplicate",
  "unmatched",
  "outgoing",
  "ignored",
] as const;
export const TransferState = z.enum(transferStates, "Tình trạng giao dịch không hợp lệ");
export type TransferState = z.output<typeof TransferState>;
/** The states that wait for a person. */
export const exceptionStates = ["under", "over", "late", "duplicate", "unmatched"] as const satisfies TransferState[];
/** The states that neither pay anything nor wait for a person. */
export const asideStates = ["ignored", "outgoing"] as const satisfies TransferState[];

/** Why the worker left a transfer to a person, or gave it its state. */
export const transferReasons = [
  /** No code in the memo. */
  "no_code",
  /** A code with a wrong check sign: a typing error. */
  "mistyped",
  /** A right code that no order or request has. */
  "unknown_code",
  /** Codes of several orders that wait for money. */
  "several",
  /** It came to an account that is not ours. */
  "other_account",
  /** The order was cancelled by hand, refused or refunded. */
  "ended",
  /** The order expired, and its package costs something else now or is not sold any more. */
  "package_changed",
  /** The order was erased for its age. */
  "erased",
  "already_paid",
  "too_little",
  "too_much",
] as const;
export const TransferReason = z.enum(transferReasons);
export type TransferReason = z.output<typeof TransferReason>;

/** An order or a request that a transfer pays or might pay. */
export const Payable = z.object({
  kind: z.enum(["order", "request"]),
  id: z.int(),
  code: z.string(),
  customer_name: z.string(),
  /** Package, or the request's first words. */
  title: z.string(),
  /** Whole đồng: its price, and what came of it so far. */
  price: z.int(),
  received: z.int(),
  /** Whether it counts as paid. */
  is_paid: z.boolean(),
  /** Whether it waits for no money any more: cancelled, expired, refused or refunded. */
  is_ended: z.boolean(),
  /** How it stands, in Vietnamese: `Chờ thanh toán`. */
  state_text: z.string(),
  created_at: Time,
});
export type Payable = z.output<typeof Payable>;

export const Transfer = z
  .object({
    id: z.int(),
    provider: TransferOrigin,
    direction: z.enum(["in", "out"]),
    /** Whole đồng. */
    amount: z.int(),
    /** As the bank reported it. */
    memo: z.string(),
    account: z.string(),
    sub_account: z.string().nullable(),
    sender_name: z.string().nullable(),
    sender_account: z.string().nullable(),
    sender_bank: z.string().nullable(),
    reference: z.string().nullable(),
    balance: z.int().nullable(),
    occurred_at: Time,
    received_at: Time,
    state: TransferState,
    reason: TransferReason.nullable(),
    /** The words of whoever ignored it. */
    note: z.string().nullable(),
    /** The code that was found in the memo. */
    code: z.string().nullable(),
    order_id: z.int().nullable(),
    request_id: z.int().nullable(),
    /** Whole đồng that pay something, and that were sent back; `amount` less both is open. */
    allocated: z.int(),
    refunded: z.int(),
    decided_by: z.string().nullable(),
    version: Version,
  })
  .meta({ id: "Transfer" });
export type Transfer = z.output<typeof Transfer>;

export const TransferAllocation = z.object({
  id: z.int(),
  amount: z.int(),
  /** Days of Premium that it gave beyond the package; null where it pays the price. */
  extra_days: z.int().nullable(),
  /** Null when the order or request is deleted. */
  payable: Payable.nullable(),
  created_at: Time,
  created_by: z.string(),
  undone_at: Time.nullable(),
  undone_by: z.string().nullable(),
});
export type TransferAllocation = z.output<typeof TransferAllocation>;

export const TransferRefund = z.object({
  id: z.int(),
  amount: z.int(),
  reference: z.string().nullable(),
  reason: z.string(),
  outgoing_id: z.int().nullable(),
  created_at: Time,
  created_by: z.string(),
  undone_at: Time.nullable(),
  undone_by: z.string().nullable(),
});
export type TransferRefund = z.output<typeof TransferRefund>;

/** What the inbox proposes, the likeliest first. */
export const PayableSuggestion = Payable.extend({
  /** Wrong signs between its code and the nearest text of the memo; null for one that was found by amount alone. */
  code_distance: z.int().nullable(),
  /** Whether it lacks just what is open of the transfer. */
  is_same_amount: z.boolean(),
  /** Whether the sender has the customer's name, or the memo names the customer. */
  is_same_name: z.boolean(),
  /** Whether the sender's name or one of the memo is only like the customer's: cut, shortened or in another order. */
  is_similar_name: z.boolean(),
  /** Whether money of the sender's account was attached for this customer before. */
  is_known_payer: z.boolean(),
});
export type PayableSuggestion = z.output<typeof PayableSuggestion>;

/** Whether nothing but the sum speaks for a suggestion. */
export function isGuess({ code_distance, is_same_name, is_similar_name, is_known_payer }: PayableSuggestion): boolean {
  return code_distance === null && !is_same_name && !is_similar_name && !is_known_payer;
}

/** A transfer in the list. */
export const ListedTransfer = Transfer.extend({
  /** The likeliest order or request that still waits for money, where the transfer names none and more than the sum speaks for it. */
  suggestion: PayableSuggestion.nullable(),
}).meta({ id: "ListedTransfer" });
export type ListedTransfer = z.output<typeof ListedTransfer>;

/** A service's call, its list that is asked for what was missed, or a statement. */
export const TransferSource = z.enum(["webhook", "poll", "statement"]);
export type TransferSource = z.output<typeof TransferSource>;

/** That another source told of the money again. */
export const TransferTelling = z.object({
  id: z.int(),
  provider: TransferOrigin,
  source: TransferSource,
  told_at: Time,
  /** Name of the importer of a statement. */
  told_by: z.string().nullable(),
  /** Whether it can become a transfer of its own. */
  can_split: z.boolean(),
});
export type TransferTelling = z.output<typeof TransferTelling>;

export const TransferDetail = Transfer.extend({
  source: TransferSource,
  /** Name of the importer of the statement that told of it first. */
  told_by: z.string().nullable(),
  /** The earliest first. */
  tellings: z.array(TransferTelling),
  /** Where the found code stands in the memo: from and to (exclusive), in UTF-16 units; empty without one. */
  marks: z.array(z.object({ from: z.int(), to: z.int() })),
  allocations: z.array(TransferAllocation),
  refunds: z.array(TransferRefund),
  suggestions: z.array(PayableSuggestion),
}).meta({ id: "TransferDetail" });
export type TransferDetail = z.output<typeof TransferDetail>;

export const transferSorts = {
  orders: { occurred_at: "desc", amount: "desc" },
  default: "occurred_at",
} as const satisfies Sorts;

/** Groups of states that have a tab of the inbox. */
export const transferGroups = { exceptions: exceptionStates, aside: asideStates } as const;
export type TransferGroup = keyof typeof transferGroups;
/** The states that narrow the tab of their group. */
export const narrowingStates = [...exceptionStates, ...asideStates] as const;
export type NarrowingState = (typeof narrowingStates)[number];
/** Parts of the inbox: its groups, and each state. */
export const transferParts = ["exceptions", "aside", ...transferStates] as const;

/** Returns the group of a state. */
export function groupOf(state: NarrowingState): TransferGroup {
  return (asideStates as readonly string[]).includes(state) ? "aside" : "exceptions";
}

/**
 * Returns the query of the inbox's URL in its present form: `reason` narrows the tab of its group, and so does a state that had a tab of its own
 * in earlier versions. The same object where nothing changes.
 */
export function transferQuery(query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { state = "", reason: narrowing, ...others } = query;
  const isNarrowing = (value: string | undefined) => narrowingStates.find((one) => one === value);
  const reason = isNarrowing(state) ?? isNarrowing(narrowing);
  if (reason === undefined) return query;
  const group = groupOf(reason);
  const tab = group === "exceptions" ? "" : group;
  return state === tab ? query : { ...others, ...(tab !== "" && { state: tab }), reason };
}

const transferFilter = {
  /** Memo, amount, sender or reference. */
  search: transferSearch,
  state: z.enum(transferParts, "Tình trạng giao dịch không hợp lệ").optional(),
  /** Of the group that has this state it alone; the other states stay whole, and a single state is not narrowed. */
  only: z.enum(narrowingStates, "Tình trạng giao dịch không hợp lệ").optional(),
  provider: TransferOrigin.optional(),
  order_id: wholeNumber(1, Number.MAX_SAFE_INTEGER, "Mã không hợp lệ").optional(),
  request_id: wholeNumber(1, Number.MAX_SAFE_INTEGER, "Mã không hợp lệ").optional(),
  ...dayRange,
};
export const { Filter: TransferFilter, Query: TransferListQuery } = listFamily(transferFilter, transferSorts);
export type TransferFilter = z.output<typeof TransferFilter>;
export type TransferListQuery = z.output<typeof TransferListQuery>;

/** Sums over all pages of a filter, incoming money alone. */
export const TransferStats = z
  .object({
    total: z.int(),
    /** Whole đồng. */
    received: z.int(),
    allocated: z.int(),
    refunded: z.int(),
    /** Neither: `received` less both, without what was ignored. */
    open: z.int(),
    states: z.record(TransferState, z.int()),
  })
  .meta({ id: "TransferStats" });
export type TransferStats = z.output<typeof TransferStats>;

/** One day in Vietnam. */
export const TransferDay = z.object({
  day: z.string().meta({ format: "date" }),
  received: z.int(),
  sent: z.int(),
  allocated: z.int(),
  open: z.int(),
  /** Balance after the last transfer of the day; null where the bank does not tell it. */
  balance: z.int().nullable(),
  /** What is missing between this balance, the one before and the transfers between them; 0 where all is known. Null without balances. */
  gap: z.int().nullable(),
});
export type TransferDay = z.output<typeof TransferDay>;

/** A customer's word that the money is under way, newest first. */
export const TransferClaim = z.object({
  id: z.int(),
  payable: Payable,
  /** Signed link to the picture of the confirmation. */
  receipt_url: z.string().nullable(),
  created_at: Time,
});
export type TransferClaim = z.output<typeof TransferClaim>;

const amount = z.int("Số tiền không hợp lệ").min(1, "Số tiền phải lớn hơn 0").max(10_000_000_000, "Số tiền quá lớn");
const target = z.object({ kind: z.enum(["order", "request"]), id: Id });
export const PayableTarget = target;
export type PayableTarget = z.output<typeof PayableTarget>;

export const AttachBody = z.object({
  /** At most what is open of the transfer in all, and what is missing for each. */
  parts: z.array(target.extend({ amount })).min(1, "Vui lòng chọn ít nhất một đơn").max(20, "Tối đa 20 đơn một lần"),
  version: SeenVersion,
});
export type AttachBody = z.output<typeof AttachBody>;

export const ExtendBody = z.object({
  /** The order whose account gets the days for what is left of the transfer. */
  order_id: Id,
  days: z
    .int("Số ngày phải từ 1 đến 3650")
    .min(1, "Số ngày phải từ 1 đến 3650")
    .max(3650, "Số ngày phải từ 1 đến 3650"),
  version: SeenVersion,
});
export type ExtendBody = z.output<typeof ExtendBody>;

export const RefundBody = z.object({
  amount,
  reference: optionalName(100),
  reason: requiredText(500, "Vui lòng nhập lý do hoàn tiền"),
  /** The outgoing transfer, where the bank told of it. */
  outgoing_id: Id.nullish(),
  version: SeenVersion,
});
export type RefundBody = z.output<typeof RefundBody>;

export const IgnoreBody = z.object({
  reason: requiredText(500, "Vui lòng nhập lý do bỏ qua"),
  version: SeenVersion,
});
export type IgnoreBody = z.output<typeof IgnoreBody>;

/** What is undone: one allocation, one refund, or the ignoring of the transfer. */
export const UndoBody = z.object({
  what: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("allocation"),
      id: Id,
      /** Whether the Premium that the order gave is taken back; needed once it gave some. */
      take_back_premium: z.boolean().optional(),
    }),
    z.object({ kind: z.literal("refund"), id: Id }),
    z.object({ kind: z.literal("ignored") }),
  ]),
  version: SeenVersion,
});
export type UndoBody = z.output<typeof UndoBody>;

/** What undoing an allocation would do. */
export const UndoPreview = z
  .object({
    /** Whether the order is not paid any more afterwards. */
    is_unpaid_then: z.boolean(),
    /** Null when the order gave no Premium, or stays paid. */
    premium: z
      .object({
        username: z.string(),
        /** Null for a permanent one. */
        expires_at: Time.nullable(),
        /** The end of Premium once it is taken back: null when none is left. */
        expires_at_then: Time.nullable(),
      })
      .nullable(),
  })
  .meta({ id: "UndoPreview" });
export type UndoPreview = z.output<typeof UndoPreview>;

/** Columns of a bank statement, by their number from 0. */
export const StatementColumns = z.object({
  occurred_at: z.int().min(0).max(60),
  memo: z.int().min(0).max(60),
  /** Money in; the same column as `amount_out` when the sign tells. */
  amount_in: z.int().min(0).max(60),
  amount_out: z.int().min(0).max(60).nullable(),
  reference: z.int().min(0).max(60).nullable(),
  balance: z.int().min(0).max(60).nullable(),
  sender_name: z.int().min(0).max(60).nullable(),
  /** Rows above the first transfer. */
  skip_rows: z.int().min(0).max(50),
});
export type StatementColumns = z.output<typeof StatementColumns>;

/** Letters of a statement. */
export const statementLimit = 900_000;
export const StatementBody = z.object({
  text: z.string("Vui lòng chọn file sao kê").min(1, "File sao kê trống").max(statementLimit, "File sao kê quá lớn"),
  /** Null takes the remembered ones, or guesses. */
  columns: StatementColumns.nullish(),
});
export type StatementBody = z.output<typeof StatementBody>;

export const StatementRow = z.object({
  /** Of the file, from 1. */
  line: z.int(),
  occurred_at: Time.nullable(),
  direction: z.enum(["in", "out"]).nullable(),
  amount: z.int().nullable(),
  memo: z.string(),
  reference: z.string().nullable(),
  /** `new`: it would be taken; `known`: it is here already; `wrong`: `problem` says why it can't be read. */
  state: z.enum(["new", "known", "wrong"]),
  problem: z.string().nullable(),
  /** The code that was found in the memo. */
  code: z.string().nullable(),
});
export const StatementPreview = z
  .object({
    /** The first rows as they are in the file, for choosing columns. */
    head: z.array(z.array(z.string())),
    /** Null while they can't be guessed. */
    columns: StatementColumns.nullable(),
    rows: z.array(StatementRow),
    /** Over all rows, not those shown alone. */
    counts: z.object({ new: z.int(), known: z.int(), wrong: z.int() }),
  })
  .meta({ id: "StatementPreview" });
export type StatementPreview = z.output<typeof StatementPreview>;

const tag = "Đối soát chuyển khoản";
const access = ["admin", "accountant"] as const;
const list = listEndpoints({ access, tag, row: ListedTransfer, Filter: TransferFilter, Query: TransferListQuery });
const exclusive = { access, tag, params: IdParams, reply: TransferDetail } as const;

export const payments = {
  "GET /api/admin/payments": list.rows("Các giao dịch chuyển khoản, mới nhất trước"),
  "GET /api/admin/payments/stats": list.about("Số giao dịch và số tiền của tất cả các trang", TransferStats),
  "GET /api/admin/payments/days": {
    access,
    tag,
    summary: "Tiền vào, đã ghép và còn mở theo từng ngày, đối với số dư ngân hàng báo; nhiều nhất 92 ngày",
    query: listQuery(dayRange),
    reply: z.array(TransferDay),
  },
  "GET /api/admin/payments/claims": {
    access,
    tag,
    summary: "Các khách báo đã chuyển khoản mà chưa thấy tiền, cũ nhất trước",
    query: z.object(paging),
    reply: z.array(TransferClaim),
    counted: true,
  },
  "POST /api/admin/payments/claims/{id}/close": {
    access,
    tag,
    summary: "Đóng một lời báo đã chuyển khoản",
    params: IdParams,
    reply: z.object({ success: z.literal(true) }),
  },
  "POST /api/admin/payments/claims/{id}/reopen": {
    access,
    tag,
    summary: "Mở lại lời báo vừa đóng",
    params: IdParams,
    reply: z.object({ success: z.literal(true) }),
  },
  "GET /api/admin/payments/export": list.excel("File Excel của các giao dịch, mới nhất trước"),
  "POST /api/admin/payments/export/link": list.excelLink,
  "GET /api/admin/payments/export/file": list.excelOfLink,
  "GET /api/admin/payments/{id}": {
    ...exclusive,
    summary: "Một giao dịch với những gì nó trả, lịch sử và gợi ý",
  },
  "GET /api/admin/payments/payables": {
    access,
    tag,
    summary: "Tìm đơn hàng hoặc yêu cầu để ghép, theo mã, tên, email hoặc số tiền; nhiều nhất 20",
    query: z.object({ search: transferSearch }),
    reply: z.array(Payable),
  },
  "POST /api/admin/payments/tellings/{id}/split": {
    ...exclusive,
    summary: "Tách một lần báo lại thành giao dịch riêng; trả lời bằng giao dịch mới",
    errors: ["conflict"],
  },
  "POST /api/admin/payments/{id}/attach": {
    ...exclusive,
    summary: "Ghép giao dịch vào một hay nhiều đơn, cả khi đơn đã hết hạn hoặc đã hủy",
    body: AttachBody,
    errors: ["conflict"],
  },
  "POST /api/admin/payments/{id}/accept": {
    ...exclusive,
    summary: "Nhận số tiền đã ghép là đủ cho đơn dù còn thiếu",
    body: target.extend({ version: SeenVersion }),
    errors: ["conflict"],
  },
  "POST /api/admin/payments/{id}/extend": {
    ...exclusive,
    summary: "Dùng phần tiền còn lại của giao dịch để cộng thêm ngày Premium cho tài khoản của một đơn",
    body: ExtendBody,
    errors: ["conflict"],
  },
  "POST /api/admin/payments/{id}/refund": {
    ...exclusive,
    summary: "Ghi lại một lần hoàn tiền đã chuyển bằng tay",
    body: RefundBody,
    errors: ["conflict"],
  },
  "POST /api/admin/payments/{id}/ignore": {
    ...exclusive,
    summary: "Bỏ qua giao dịch, kèm lý do",
    body: IgnoreBody,
    errors: ["conflict"],
  },
  "POST /api/admin/payments/{id}/undo": {
    ...exclusive,
    summary: "Hoàn tác một lần ghép, một lần ghi hoàn tiền, hoặc việc bỏ qua",
    body: UndoBody,
    errors: ["conflict"],
  },
  "GET /api/admin/payments/allocations/{id}/undo": {
    access,
    tag,
    summary: "Hoàn tác một lần ghép sẽ thay đổi những gì",
    params: IdParams,
    reply: UndoPreview,
  },
  "POST /api/admin/payments/statement/preview": {
    access,
    tag,
    summary: "Xem trước một sao kê CSV, chưa nhận gì",
    body: StatementBody,
    bodyLimit: 6 * 1024 * 1024,
    reply: StatementPreview,
  },
  "POST /api/admin/payments/statement": {
    access,
    tag,
    summary: "Nhận các giao dịch mới của một sao kê CSV và nhớ các cột",
    body: StatementBody,
    bodyLimit: 6 * 1024 * 1024,
    reply: z.object({ taken: z.int(), known: z.int(), wrong: z.int() }),
  },
} as const satisfies Endpoints;
