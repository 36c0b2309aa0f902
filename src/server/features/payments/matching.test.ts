import { describe, expect, test } from "vitest";
import { checkSign, codeAlphabet, isTransferCode, randomSigns } from "#contract/transfer-code.ts";
import { codeMarks, type Decision, decide, type Facts, memoCodes, stateAfter } from "./matching.ts";
import type { PayableState } from "./payment-port.ts";

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = seeded(26);
const pick = <T>(from: ArrayLike<T>): T => from[Math.floor(random() * from.length)] as T;
const times = (count: number, make: () => string) => Array.from({ length: count }, make).join("");
const digits = (count: number) => times(count, () => pick("0123456789"));

function newCode(prefix: string): string {
  const signs = times(randomSigns, () => pick(codeAlphabet));
  return prefix + signs + checkSign(signs);
}

/** Lines of banks and wallets around a code. */
const templates: readonly ((code: string) => string)[] = [
  (code) =>
    `MBVCB.2427229823.174242.${code}.CT tu 1027236393 NGUYEN VAN A toi 28349817 NGUYEN VAN A (ACB) A Chau GD 174242-090822 15:45:46`,
  (code) =>
    `CUSTOMER MBVCB 2420648919 339176 ${code}  CT tu 1027236393 NGUYEN VAN A to i 259876543210 NGUYEN VAN A  MB   Quan Doi Trace 339176`,
  (code) => `884114.100924.223854.${code} FT24255276428461`,
  (code) => `MBVCB.15444160238.6218BFTVGL256UBX.${code}`,
  (code) => `NGUYEN VAN A chuyen tien ${code.toLowerCase()}`,
  (code) => `${code.slice(0, 6)} ${code.slice(6)}-CHUYEN TIEN-OQCH00012345-MOMO`,
  (code) => `IBFT ${code} GD 789604-040125 00:05:38`,
  (code) => `${code} NGUYEN VAN A NAP TIEN`,
  (code) => code,
  (code) => [...code].join(" "),
  (code) => [...code].join("."),
  (code) => `QR - ${code.slice(0, 2)}-${code.slice(2, 6)}-${code.slice(6)} ${digits(12)}`,
  (code) => `Nguyễn Thị Hồng Hạnh chuyển khoản ${code.slice(0, 4)}\n${code.slice(4)} cho Ngân Nga`,
  (code) => `ZP${digits(12)}${code}ZALOPAY-CHUYENTIEN`,
  (code) => `VNPAY${digits(6)}.${code}.HM THANH TOAN HMQR`,
];

/** Changes that banks make to a whole line. */
const manglings: readonly ((memo: string) => string)[] = [
  (memo) => memo,
  (memo) => memo.toUpperCase().replace(/[.\-:()]/g, " "),
  (memo) => memo.toLowerCase().replace(/ +/g, "/"),
  (memo) => memo.replace(/(.{13})/g, "$1 "),
];

const mangled = templates.flatMap((template) =>
  manglings.map((mangle) => {
    const code = newCode(pick(["HM", "HR"]));
    return { code, memo: mangle(template(code)) };
  }),
);

describe("the codes of a memo", () => {
  test("are found in 60 memos that banks and wallets mangled", () => {
    expect(mangled).toHaveLength(60);
    expect(mangled.filter(({ code, memo }) => !memoCodes(memo).codes.includes(code))).toEqual([]);
    // No other text of them has a right check sign.
    expect(mangled.filter(({ memo }) => memoCodes(memo).codes.length > 1)).toEqual([]);
  });

  test("are marked where they stand in the memo as it came", () => {
    for (const { code, memo } of mangled) {
      const [mark] = codeMarks(memo, code);
      const marked = memo.slice(mark?.from, mark?.to);
      expect(marked.toUpperCase().replace(/[^A-Z0-9]/g, "")).toBe(code);
    }
    expect(codeMarks("Quán Phở 24 nạp tiền")).toEqual([]);
    const decomposed = "chuyển HM2345678K".normalize("NFD");
    const [mark] = codeMarks(decomposed);
    expect(decomposed.slice(mark?.from, mark?.to)).toBe("HM2345678K");
  });

  test("are none in 10,000 memos of others, but for those that no table has", () => {
    const words = "NGUYEN THI HONG MINH HM HR TRAN VAN HAI chuyen tien thanh toan don hang FT GD QR MOMO nap lai".split(
      " ",
    );
    const known = new Set(mangled.map(({ code }) => code));
    const foreign = Array.from({ length: 10_000 }, () => {
      const parts = Array.from({ length: 3 + Math.floor(random() * 8) }, () =>
        random() < 0.4
          ? pick(words)
          : random() < 0.5
            ? digits(6 + Math.floor(random() * 7))
            : times(8 + Math.floor(random() * 5), () => pick("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
      );
      return parts.join(pick([" ", ".", "-", ""]));
    });
    const states = foreign.map(
      (memo) =>
        decide(
          facts({
            memo: memoCodes(memo),
            payables: memoCodes(memo)
              .codes.filter((code) => known.has(code))
              .map((code) => payable({ code })),
          }),
        ).state,
    );
    expect(new Set(states)).toEqual(new Set(["unmatched"]));
  });

  test("are found where they overlap, and each once", () => {
    const inner = newCode("HM");
    const outer = Array.from({ length: 10_000 }, () => `HR${pick(codeAlphabet)}${inner.slice(0, 7)}`).find((code) =>
      isTransferCode("HR", code),
    );
    const both = `${outer}${inner.slice(7)}`;
    expect(memoCodes(both).codes).toEqual([outer, inner]);
    expect(memoCodes(`${inner} ${inner.toLowerCase()}`).codes).toEqual([inner]);
  });

  test("are the first 20 of a memo with more", () => {
    const codes = Array.from({ length: 21 }, () => newCode("HM"));
    expect(memoCodes(codes.join(" ")).codes).toEqual(codes.slice(0, 20));
  });

  test("with one wrong sign, or two neighbours swapped, are a typing error", () => {
    const code = newCode("HM");
    for (let place = 2; place < code.length; place++) {
      const other = pick([...codeAlphabet].filter((sign) => sign !== code[place]));
      const typed = code.slice(0, place) + other + code.slice(place + 1);
      const found = memoCodes(`CT tu 123 ${typed} NGUYEN VAN A`);
      if (!/\d/.test(typed.slice(2))) continue;
      expect(found.codes).toEqual([]);
      expect(found.mistyped?.typed).toBe(typed);
      expect(found.mistyped?.similar).toContain(code);
      expect(decide(facts({ memo: found, payables: [] }))).toMatchObject({
        state: "unmatched",
        reason: "mistyped",
        code: typed,
      });
    }
  });
});

const payable = (values: Partial<PayableState> = {}): PayableState => ({
  kind: "order",
  id: 1,
  code: "HM2345678K",
  price: 49_000,
  received: 0,
  standing: "waiting",
  paid_at: null,
  ...values,
});

const facts = (values: Partial<Facts> = {}): Facts => ({
  direction: "in",
  amount: 49_000,
  occurredAt: "2026-05-01T08:00:00.000Z",
  memo: { codes: ["HM2345678K"] },
  isOurs: true,
  payables: [payable()],
  tolerance: 0,
  ...values,
});

/** Times at which a person confirmed a payment: after the transfers of the tests, and on the day before. */
const [confirmed, earlier] = ["2026-05-01T08:05:00.000Z", "2026-04-30T08:00:00.000Z"];

/** Returns a decision in one line: state, reason, đồng that pay. */
const said = ({ state, reason, allocate, isPaid }: Decision) =>
  [state, reason ?? "-", allocate, ...(isPaid ? ["paid"] : [])].join(" ");

describe("a transfer for one order", () => {
  const order = (values: Partial<PayableState>, amount = 49_000, more: Partial<Facts> = {}) =>
    said(decide(facts({ amount, payables: [payable(values)], ...more })));

  test.each([
    ["is exact", {}, 49_000, "matched - 49000 paid"],
    ["is too little", {}, 40_000, "under too_little 40000"],
    ["is too much", {}, 60_000, "over too_much 49000 paid"],
    ["brings the rest", { received: 40_000 }, 9_000, "matched - 9000 paid"],
    ["brings less than the rest", { received: 20_000 }, 9_000, "under too_little 9000"],
    ["brings more than the rest", { received: 40_000 }, 49_000, "over too_much 9000 paid"],
    ["finds one that expired, its package as before", { standing: "renewable" }, 49_000, "matched - 49000 paid"],
    ["finds one that expired, its package changed", { standing: "changed" }, 49_000, "late package_changed 0"],
    ["finds one that was cancelled", { standing: "ended" }, 49_000, "late ended 0"],
    ["finds one that was refunded", { standing: "refunded", received: 49_000 }, 49_000, "late ended 0"],
    ["finds one that was erased", { standing: "erased" }, 49_000, "late erased 0"],
    [
      "finds one that another transfer paid",
      { standing: "paid", received: 49_000 },
      49_000,
      "duplicate already_paid 0",
    ],
    ["finds one that was confirmed by hand", { standing: "paid", paid_at: confirmed }, 49_000, "matched - 49000 paid"],
    [
      "finds one by hand, with more than it costs",
      { standing: "paid", paid_at: confirmed },
      60_000,
      "over too_much 49000 paid",
    ],
    [
      "finds one by hand, with less than it costs",
      { standing: "paid", paid_at: confirmed },
      40_000,
      "matched - 40000 paid",
    ],
    [
      "comes long after it was confirmed by hand",
      { standing: "paid", paid_at: earlier },
      49_000,
      "duplicate already_paid 0",
    ],
    [
      "comes an hour after it was confirmed by hand",
      { standing: "paid", paid_at: "2026-05-01T07:00:00.000Z" },
      49_000,
      "matched - 49000 paid",
    ],
    [
      "comes more than an hour after it was confirmed by hand",
      { standing: "paid", paid_at: "2026-05-01T06:59:59.999Z" },
      49_000,
      "duplicate already_paid 0",
    ],
    ["brings the rest of one that was accepted", { standing: "paid", received: 40_000 }, 9_000, "matched - 9000 paid"],
    ["pays one that was accepted again", { standing: "paid", received: 40_000 }, 49_000, "duplicate already_paid 0"],
    ["is for something free", { price: 0 }, 49_000, "over too_much 0"],
  ] as const)("%s", (_, values, amount, expected) => {
    expect(order(values, amount)).toBe(expected);
  });

  test("counts as paid within the tolerance, and not one đồng below", () => {
    expect(order({}, 48_000, { tolerance: 1_000 })).toBe("matched - 48000 paid");
    expect(order({}, 47_999, { tolerance: 1_000 })).toBe("under too_little 47999");
    expect(order({ standing: "paid", received: 48_000 }, 1_000, { tolerance: 1_000 })).toBe("duplicate already_paid 0");
  });

  test("pays nothing when it left, or came to another account", () => {
    expect(order({}, 49_000, { direction: "out" })).toBe("outgoing - 0");
    expect(order({}, 49_000, { isOurs: false })).toBe("unmatched other_account 0");
    expect(said(decide(facts({ isOurs: false, memo: { codes: [] }, payables: [] })))).toBe("ignored other_account 0");
  });

  test("of a payment link needs neither memo nor account", () => {
    const linked = { isOurs: false, linkCode: "HM2345678K", memo: { codes: [] } };
    expect(order({}, 49_000, linked)).toBe("matched - 49000 paid");
  });
});

describe("a memo with several codes", () => {
  const two = (first: Partial<PayableState>, second: Partial<PayableState>) =>
    decide(facts({ payables: [payable(first), payable({ id: 2, code: "HR2345678K", kind: "request", ...second })] }));

  test("pays the one that waits", () => {
    expect(two({ standing: "paid", received: 49_000 }, {})).toMatchObject({ state: "matched", payable: { id: 2 } });
    expect(two({ standing: "renewable" }, {})).toMatchObject({ state: "matched", payable: { id: 2 } });
    expect(two({ standing: "renewable" }, { standing: "ended" })).toMatchObject({
      state: "matched",
      payable: { id: 1 },
    });
  });

  test("is left to a person when two wait, or none does", () => {
    for (const decision of [two({}, {}), two({ standing: "ended" }, { standing: "paid" })]) {
      expect(decision).toMatchObject({ state: "unmatched", reason: "several", allocate: 0 });
      expect(decision.payable).toBeUndefined();
    }
  });
});

test("a memo without a code, or with one that nobody has, is left to a person", () => {
  expect(said(decide(facts({ memo: { codes: [] }, payables: [] })))).toBe("unmatched no_code 0");
  expect(decide(facts({ payables: [] }))).toMatchObject({ reason: "unknown_code", code: "HM2345678K" });
});

test("the state of a transfer follows from its sums", () => {
  const after = (values: Partial<Parameters<typeof stateAfter>[0]>) => {
    const sums = { direction: "in" as const, amount: 100, allocated: 0, refunded: 0, reason: null, isPaid: true };
    const { state, reason } = stateAfter({ ...sums, ...values });
    return `${state} ${reason ?? "-"}`;
  };
  expect(after({ allocated: 100 })).toBe("matched -");
  expect(after({ allocated: 60 })).toBe("over too_much");
  expect(after({ allocated: 60, refunded: 40 })).toBe("matched -");
  expect(after({ allocated: 100, isPaid: false })).toBe("under too_little");
  expect(after({})).toBe("unmatched -");
  expect(after({ reason: "ended" })).toBe("late ended");
  expect(after({ reason: "already_paid" })).toBe("duplicate already_paid");
  expect(after({ refunded: 100, reason: "no_code" })).toBe("ignored no_code");
  expect(after({ refunded: 40, reason: "no_code" })).toBe("unmatched no_code");
  expect(after({ direction: "out" })).toBe("outgoing -");
});
