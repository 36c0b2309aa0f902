/**
 * The pairs of state and command of which `order-life.txt` tells the outcome. Lan and Mai have accounts; Lan's e-mail is verified, and
 * she may have had the free package before.
 */
import {
  type EndReason,
  endReasons,
  type OrderStatus,
  orderStatuses,
  type PaymentStatus,
  paymentStatuses,
} from "#contract/orders.ts";

export const userNames = ["Lan", "Mai"] as const;
export type UserName = (typeof userNames)[number];
export const isUserName = (text: string): text is UserName => userNames.some((name) => name === text);

export interface CaseState {
  status: OrderStatus;
  payment: PaymentStatus;
  user?: UserName;
  /** The account has its e-mail; nobody attached the order to it. */
  joined?: boolean;
  /** Premium was given. */
  granted?: boolean;
  /** It costs nothing. */
  free?: boolean;
  /** Lan had the free package before. */
  hadFree?: boolean;
  /** Its e-mail is Lan's. */
  lansEmail?: boolean;
  /** Of an order that ended; without one the administrator's. */
  end?: EndReason;
  message?: string;
  /** Until when it can be paid; by default an order that waits has time left, and no other has an end. */
  expires?: "never" | "over";
  erased?: boolean;
  /** It buys a gift: nobody took it, somebody did, its giver closed it, or its day is to come. */
  gift?: "untaken" | "closed" | "early" | UserName;
  /** The account that takes the gift has a permanent Premium. */
  permanent?: boolean;
  /** Whole đồng that transfers paid. */
  received?: number;
  /** Whole đồng that were given back; by default all of a refunded order, and nothing of another. */
  refunded?: number;
  /** Premium was taken back. */
  taken?: boolean;
}

export type CaseCommand =
  | {
      do: "save";
      status?: OrderStatus;
      payment?: PaymentStatus;
      to?: UserName | "nobody";
      message?: string | null;
      notes?: string;
    }
  | { do: "cancel" }
  | { do: "attach"; to: UserName }
  | { do: "join"; to: UserName }
  | { do: "take"; to: UserName }
  | { do: "expire" }
  | { do: "receive"; sum: number }
  | { do: "unpay"; sum: number }
  | { do: "refund"; sum: number; takes?: boolean; message?: string }
  | { do: "undo refund"; sum: number; took?: boolean }
  | { do: "remove" };

export interface Case {
  state: CaseState;
  command: CaseCommand;
}

export interface Section {
  title: string;
  cases: readonly Case[];
}

/** The outcome of a command. */
export interface Observed {
  refusal?: string;
  /** Changed columns as `name=value`. */
  columns: readonly string[];
  /** Messages that waited and are left out. */
  leftOut: readonly string[];
  /** New messages. */
  told: readonly string[];
  /** Actions of new entries in the audit trail. */
  trail: readonly string[];
}

/** Messages that wait before each command, so that those which are left out can be seen. */
export const waiting = [
  "order_received",
  "admin_new_order",
  "order_needs_account",
  "gift_premium_ready",
  "order_refused",
  "order_cancelled",
  "order_refunded",
  "order_expired",
] as const;

export const words = "Hết gói";

type Given = Omit<CaseState, "status" | "payment">;
type States = Pick<CaseState, "status" | "payment">;

const everyState: readonly States[] = orderStatuses.flatMap((status) =>
  paymentStatuses.map((payment) => ({ status, payment })),
);
const of = (status: OrderStatus, payment: PaymentStatus): States => ({ status, payment });
const waits = of("pending", "pending");
const cancelled = of("cancelled", "pending");
const refused = of("pending", "failed");
const refunded = of("confirmed", "refunded");
const ended: readonly States[] = [cancelled, refused, refunded, of("cancelled", "refunded"), of("cancelled", "failed")];

function states(from: readonly States[], ...given: readonly Given[]): CaseState[] {
  return from.flatMap((each) => given.map((more) => ({ ...each, ...more })));
}

function pairs(from: readonly CaseState[], commands: readonly CaseCommand[]): Case[] {
  return from.flatMap((state) => commands.map((command) => ({ state, command })));
}

type Save = Extract<CaseCommand, { do: "save" }>;
const save = (fields: Omit<Save, "do">): Save => ({ do: "save", ...fields });
const pay = save({ payment: "paid" });
const payAndConfirm = save({ payment: "paid", status: "confirmed" });
const attach: CaseCommand = { do: "attach", to: "Lan" };

export const sections: readonly Section[] = [
  {
    title: "An administrator saves",
    cases: pairs(states(everyState, {}, { user: "Lan" }, { user: "Lan", granted: true }), [
      ...orderStatuses.map((status) => save({ status })),
      ...paymentStatuses.map((payment) => save({ payment })),
      payAndConfirm,
      save({ payment: "refunded", status: "cancelled", message: words }),
      save({ to: "Lan" }),
      save({ to: "Mai" }),
      save({ to: "nobody" }),
      save({ message: words }),
      save({ notes: "Ghi chú" }),
    ]),
  },
  {
    title: "An ending and its words",
    cases: pairs(states(ended, ...endReasons.flatMap((end): Given[] => [{ end }, { end, message: "Lời cũ" }])), [
      save({ message: words }),
      save({ message: null }),
      save({ notes: "Ghi chú" }),
      save({ status: "pending" }),
      save({ status: "pending", payment: "pending" }),
      save({ status: "cancelled", payment: "refunded" }),
      save({ payment: "refunded", message: words }),
      pay,
      save({ payment: "paid", status: "cancelled" }),
      payAndConfirm,
    ]),
  },
  {
    title: "Money of an order finds its account",
    cases: pairs(
      [
        ...states(
          [waits, refused, of("confirmed", "pending")],
          { lansEmail: true },
          { lansEmail: true, user: "Mai" },
          { lansEmail: true, user: "Lan", joined: true },
          { user: "Lan", joined: true },
        ),
        ...states(
          [cancelled],
          ...endReasons.flatMap((end): Given[] => [
            { end, lansEmail: true },
            { end, user: "Lan", joined: true },
          ]),
        ),
      ],
      [
        pay,
        payAndConfirm,
        save({ payment: "paid", to: "Mai" }),
        save({ payment: "paid", status: "completed", to: "nobody" }),
        save({ to: "Lan" }),
      ],
    ),
  },
  {
    title: "Times of the states and of the payment",
    cases: pairs(states([waits, cancelled, refused], { expires: "never" }, { expires: "over" }), [
      save({ notes: "Ghi chú" }),
      save({ status: "pending", payment: "pending" }),
      payAndConfirm,
      { do: "cancel" },
    ]),
  },
  {
    title: "The customer cancels",
    cases: pairs(states(everyState, {}, { user: "Lan", granted: true }, { end: "expired" }), [{ do: "cancel" }]),
  },
  {
    title: "A user attaches an order",
    cases: [
      ...pairs(
        states(
          everyState,
          {},
          { user: "Lan" },
          { user: "Lan", joined: true },
          { user: "Mai" },
          { user: "Mai", joined: true },
          { free: true },
          { free: true, user: "Lan" },
          { free: true, user: "Mai", joined: true },
          { free: true, hadFree: true },
        ),
        [attach],
      ),
      ...pairs(
        states(
          [of("confirmed", "paid"), of("completed", "refunded")],
          { granted: true, user: "Lan" },
          { granted: true, user: "Lan", joined: true },
          { granted: true, user: "Mai" },
          { granted: true, user: "Mai", joined: true },
          { granted: true },
        ),
        [attach],
      ),
    ],
  },
  {
    title: "The verified e-mail of an account brings its orders",
    cases: pairs(
      states(everyState, { lansEmail: true }, { lansEmail: true, user: "Mai" }, {}).concat(
        states([of("confirmed", "paid")], { lansEmail: true, granted: true }),
      ),
      [{ do: "join", to: "Lan" }],
    ),
  },
  {
    title: "A gift",
    cases: [
      ...pairs(states(everyState, { gift: "untaken" }, { gift: "untaken", user: "Mai", lansEmail: true }), [
        ...paymentStatuses.map((payment) => save({ payment })),
        payAndConfirm,
        save({ status: "cancelled" }),
        save({ to: "Lan" }),
        attach,
        { do: "join", to: "Lan" },
        { do: "take", to: "Lan" },
        { do: "unpay", sum: 0 },
      ]),
      ...pairs(
        states([of("confirmed", "paid")], { gift: "closed" }, { gift: "early" }, { gift: "untaken", permanent: true }),
        [{ do: "take", to: "Lan" }],
      ),
      ...pairs(
        states([of("confirmed", "paid"), refunded, of("cancelled", "paid")], {
          gift: "Lan",
          granted: true,
          user: "Mai",
        }),
        [
          { do: "take", to: "Lan" },
          { do: "take", to: "Mai" },
          save({ notes: "Ghi chú" }),
          save({ status: "completed" }),
          save({ payment: "refunded" }),
          payAndConfirm,
          attach,
          { do: "unpay", sum: 0 },
        ],
      ),
      // Its money is paid again, after it was taken back.
      ...pairs(states([waits], { gift: "Lan" }), [payAndConfirm, { do: "take", to: "Lan" }]),
      ...pairs(states([of("confirmed", "paid")], {}, { user: "Lan" }), [{ do: "take", to: "Lan" }]),
    ],
  },
  {
    title: "The time to pay is over",
    cases: pairs(
      // One of them gives Lan her time: all orders of the section end in one run.
      states(everyState, { expires: "over" }, { expires: "over", user: "Lan" }, {})
        .filter(({ status, payment, user }) => !(status === "completed" && payment === "paid" && user === "Lan"))
        .concat(states([waits], { expires: "over", user: "Lan", granted: true })),
      [{ do: "expire" }],
    ),
  },
  {
    title: "Transfers pay an order",
    cases: [
      ...pairs(
        states(everyState, {}, { user: "Lan" }, { user: "Lan", granted: true }, { received: 20_000 }).concat(
          states([waits], { received: 20_000, expires: "never" }),
        ),
        [
          { do: "receive", sum: 20_000 },
          { do: "receive", sum: 0 },
        ],
      ),
      ...pairs(
        [
          ...states([waits, of("confirmed", "pending")], { received: 20_000 }),
          ...states([waits], { received: 20_000, expires: "never" }, { received: 20_000, expires: "over" }),
          ...states([cancelled], { received: 20_000, end: "expired" }),
        ],
        [{ do: "cancel" }, { do: "expire" }, { do: "remove" }, payAndConfirm],
      ),
    ],
  },
  {
    title: "A payment is undone",
    cases: pairs(
      states(everyState, {}, { user: "Lan" }, { user: "Lan", granted: true }, { received: 49_000 }).concat(
        states([of("confirmed", "paid")], { user: "Lan", granted: true, received: 49_000 }),
      ),
      [
        { do: "unpay", sum: 0 },
        { do: "unpay", sum: 20_000 },
      ],
    ),
  },
  {
    title: "Money is given back",
    cases: [
      ...pairs(
        states(
          everyState,
          {},
          { user: "Lan", granted: true },
          { user: "Lan", granted: true, received: 60_000, refunded: 20_000 },
        ).filter(({ payment, refunded: given }) => payment === "paid" || given === undefined),
        [
          { do: "refund", sum: 20_000 },
          { do: "refund", sum: 49_000, takes: true, message: words },
          { do: "refund", sum: 40_000 },
          { do: "refund", sum: 60_001 },
        ],
      ),
      ...pairs(
        states(
          [of("confirmed", "paid")],
          { free: true, user: "Lan", granted: true },
          { granted: true },
          { user: "Lan", granted: true, erased: true },
          { user: "Lan", granted: true, refunded: 20_000, taken: true },
          { gift: "untaken" },
          { gift: "Lan", granted: true, user: "Mai" },
        ),
        [
          { do: "refund", sum: 20_000 },
          { do: "refund", sum: 20_000, takes: true },
        ],
      ),
    ],
  },
  {
    title: "Some of the money was given back",
    cases: pairs(
      states(
        [of("confirmed", "paid"), of("cancelled", "paid")],
        { user: "Lan", granted: true, refunded: 20_000, received: 49_000 },
        { user: "Lan", granted: true, refunded: 20_000, message: "Lời cũ" },
        { user: "Lan", granted: true, refunded: 20_000, taken: true },
      ),
      [
        save({ notes: "Ghi chú" }),
        save({ status: "completed" }),
        save({ status: "cancelled" }),
        ...paymentStatuses.map((payment) => save({ payment })),
        { do: "undo refund", sum: 20_000 },
        { do: "undo refund", sum: 20_000, took: true },
        { do: "receive", sum: 60_000 },
        { do: "receive", sum: 20_000 },
        { do: "unpay", sum: 0 },
        { do: "remove" },
        { do: "cancel" },
      ],
    ),
  },
  {
    title: "A whole refund is undone",
    cases: pairs(
      states(
        [refunded, of("cancelled", "refunded"), of("pending", "refunded")],
        { user: "Lan", granted: true },
        { user: "Lan", granted: true, taken: true, message: "Lời cũ" },
      ),
      [
        { do: "undo refund", sum: 49_000 },
        { do: "undo refund", sum: 29_000, took: true },
        pay,
        save({ payment: "failed" }),
        { do: "unpay", sum: 0 },
      ],
    ),
  },
  {
    title: "An order is deleted",
    cases: pairs(states(everyState, {}, { user: "Lan", granted: true }), [{ do: "remove" }]),
  },
  {
    title: "An erased order",
    cases: pairs(states([cancelled, of("confirmed", "paid")], { erased: true }), [
      save({ notes: "Ghi chú" }),
      { do: "cancel" },
      attach,
      { do: "remove" },
    ]),
  },
];

/** Whether an order waits for its payment, as the table's states mean it. */
export function waitsForPayment({ status, payment, granted = false }: CaseState): boolean {
  return payment === "pending" && status !== "cancelled" && !granted;
}

/** Whether a state is an ending. */
export function hasEnded({ status, payment }: CaseState): boolean {
  return status === "cancelled" || payment === "failed" || payment === "refunded";
}

/** Returns the line of a case in the table. */
export function lineOf({ state, command }: Case, observed: Observed): string {
  return `${stateText(state)} | ${commandText(command)} → ${outcomeText(observed)}`;
}

/** Returns the whole table. */
export function tableOf(lines: ReadonlyMap<Section, readonly string[]>): string {
  const parts = [...lines].map(([{ title }, found]) => `# ${title}\n${found.join("\n")}\n`);
  return parts.join("\n");
}

function stateText(state: CaseState): string {
  const { status, payment, user, joined, granted, free, hadFree, lansEmail, end, message, expires } = state;
  const { erased, received, refunded, taken, gift, permanent } = state;
  return [
    status,
    payment === "pending" ? "unpaid" : payment,
    user === undefined ? "no account" : `${user}'s${joined ? " by e-mail" : ""}`,
    ...(granted ? ["granted"] : []),
    ...(free ? ["free"] : []),
    ...(hadFree ? ["Lan had one"] : []),
    ...(lansEmail ? ["Lan's e-mail"] : []),
    ...(end === undefined ? [] : [`end ${end}`]),
    ...(message === undefined ? [] : ["with words"]),
    ...(expires === undefined ? [] : [`expires ${expires}`]),
    ...(erased ? ["erased"] : []),
    ...(received === undefined ? [] : [`received ${received}`]),
    ...(refunded === undefined ? [] : [`refunded ${refunded}`]),
    ...(taken ? ["Premium taken"] : []),
    ...(gift === undefined ? [] : [isUserName(gift) ? `gift that ${gift} took` : `gift, ${gift}`]),
    ...(permanent ? ["permanent"] : []),
  ].join(", ");
}

function commandText({ do: name, ...given }: CaseCommand): string {
  const fields = Object.entries(given).map(([field, value]) => `${field}=${value}`);
  return [name, ...fields].join(" ");
}

function outcomeText({ refusal, columns, leftOut, told, trail }: Observed): string {
  if (refusal !== undefined) return refusal;
  const parts = [
    columns.join(" "),
    ...(leftOut.length === 0 ? [] : [`left out: ${leftOut.join(", ")}`]),
    ...(told.length === 0 ? [] : [`told: ${told.join(", ")}`]),
    ...(trail.length === 0 ? [] : [`trail: ${trail.join(", ")}`]),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "nothing" : parts.join("; ");
}
