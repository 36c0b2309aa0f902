/** Random mixes of a service's calls, its list and statements: whatever the order and however often, each movement of money is one transfer. */
import { expect, test } from "vitest";
import { seededRandom } from "#art/seed.ts";
import type { StatementPreview } from "#contract/payments.ts";
import type { BankEvent } from "#server/features/payment-providers/payment-providers.service.ts";
import { toBankTime } from "#server/platform/vietnam-time.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeOrder } from "#test/factories.ts";
import { expectSums, ownAccount, withBank } from "#test/payments.ts";
import { createIntake } from "./intake.ts";

const path = "/api/admin/payments/statement";
const sources = ["webhook", "poll", "statement"] as const;
type Source = (typeof sources)[number];

/** Equal movements of money: their number, and how each source tells of them. */
interface Kind {
  memo: string;
  amount: number;
  occurredAt: string;
  reference: string | null;
  /** How many each source tells of. */
  told: Record<Source, number>;
}

/** Makes kinds that share amounts, days and references, each with a memo of its own that no other one holds. */
function makeKinds(random: () => number, codes: readonly string[]): Kind[] {
  return Array.from({ length: 6 }, (_, n) => ({
    memo: `${codes[n] ?? ""} chuyen khoan lan thu ${"abcdef"[n]}${"abcdef"[n]}`.trim(),
    amount: [70_000, 99_000][Math.floor(random() * 2)] as number,
    occurredAt: `2026-11-0${1 + Math.floor(random() * 3)}T0${1 + Math.floor(random() * 8)}:3${n}:00.000Z`,
    reference: [null, "3516", "13019"][Math.floor(random() * 3)] as string | null,
    told: { webhook: 0, poll: 0, statement: 0 },
  }));
}

/** @returns for each source how many movements it told of, and the ids under which they are kept */
async function mix(app: TestApp, seed: number) {
  const random = seededRandom(seed);
  await withBank(app);
  const token = await adminToken(app);
  const orders = await Promise.all([1, 2].map(() => makeOrder(app, { payment_amount: 70_000 })));
  const kinds = makeKinds(
    random,
    orders.map(({ code }) => code),
  );
  const takeIn = createIntake(app);
  const most = 3;

  const eventOf = (kind: Kind, source: Source, number: number): BankEvent => ({
    provider: "sepay",
    providerId: `${source} ${kinds.indexOf(kind)} ${number}`,
    direction: "in",
    amount: kind.amount,
    memo: kind.memo,
    account: ownAccount,
    subAccount: null,
    senderName: null,
    senderAccount: null,
    senderBank: null,
    reference: kind.reference,
    balance: null,
    occurredAt: kind.occurredAt,
  });

  /** Tells of the first so many of each kind, shuffled. */
  async function tell(source: "webhook" | "poll", counts: ReadonlyMap<Kind, number>) {
    const events = [...counts].flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, number) => eventOf(kind, source, number)),
    );
    await takeIn(shuffled(events), { source, raw: () => "{}" });
  }

  async function importStatement(counts: ReadonlyMap<Kind, number>) {
    const rows = [...counts].flatMap(([{ occurredAt, memo, amount, reference }, count]) =>
      Array.from({ length: count }, () => {
        const [day = ""] = toBankTime(occurredAt).split(" ");
        return `${day.split("-").toReversed().join("/")},${memo},${reference ?? ""},${amount}`;
      }),
    );
    if (rows.length === 0) return;
    const json = { text: ["Ngày,Nội dung,Mã giao dịch,Số tiền", ...shuffled(rows)].join("\n") };
    const shown = (await app.send(`POST ${path}/preview`, { token, json })).json<StatementPreview>().counts;
    const taken = (await app.send(`POST ${path}`, { token, json })).json<object>();
    expect(taken).toEqual({ taken: shown.new, known: shown.known, wrong: shown.wrong });
  }

  function shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }

  for (let step = 0; step < 12; step++) {
    const source = sources[Math.floor(random() * sources.length)] as Source;
    const counts = new Map(kinds.map((kind) => [kind, Math.floor(random() * (most + 1))]));
    if (source === "statement") await importStatement(counts);
    else await tell(source, counts);
    for (const [kind, count] of counts) kind.told[source] = Math.max(kind.told[source], count);
    await app.outbox.flush();
    for (const { memo, told } of kinds) {
      const rows = await app.db.selectFrom("transfers").select("id").where("memo", "=", memo).execute();
      expect([seed, step, memo, rows.length]).toEqual([seed, step, memo, Math.max(...Object.values(told))]);
    }
    await expectSums(app);
  }
  const kept = await app.db.selectFrom("transfers").select(["provider_id", "source"]).execute();
  const again = await app.db.selectFrom("transfer_tellings").select(["provider_id", "source"]).execute();
  return sources.map((source) => ({
    told: kinds.reduce((sum, { told }) => sum + told[source], 0),
    rows: [...kept, ...again].filter((row) => row.source === source).map((row) => row.provider_id),
  }));
}

onBothEngines((engine) => {
  test.each([
    1, 2, 3,
  ])("mix %i: each movement is one transfer, and nothing that was told is without a row", async (seed) => {
    for (const { told, rows } of await mix(await testApp(engine), seed)) {
      expect(rows).toHaveLength(told);
      expect(new Set(rows).size).toBe(told);
    }
  });
});
