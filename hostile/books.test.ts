import { expect, test } from "vitest";
import { onOneEngine, testApp } from "#test/app.ts";
import { makeOrder, makePackage, makeTransfer, makeUser } from "#test/factories.ts";
import { ownAccount, settleAgain, transferComes, withBank } from "#test/payments.ts";
import { bookProblems } from "./books.ts";
import { type Movement, packageDays, price } from "./shop.ts";

onOneEngine((engine) => {
  test("finds money that is lost or doubled, orders that are not paid once, and sums that disagree", async () => {
    const app = await testApp(engine, {}, { fresh: true });
    await withBank(app);
    const { id: package_id } = await makePackage(app, { price, duration_days: packageDays });
    const orderOf = async () => {
      const user = await makeUser(app);
      const { id, code, page_token } = await makeOrder(app, { package_id, user_id: user.id });
      return { id, code, userId: user.id, token: page_token };
    };
    const [paid, waiting] = [await orderOf(), await orderOf()];
    const transfer = await transferComes(app, { amount: price, memo: paid.code });
    await transferComes(app, { amount: price, memo: "khong ma" });
    const movements: Movement[] = [
      { memo: paid.code, reference: null, callId: 1, isInStatement: false, order: paid },
      { memo: "khong ma", reference: null, isInStatement: true },
    ];
    const problems = (told: readonly Movement[]) => bookProblems(app.place, [paid, waiting], told);
    expect(await problems(movements)).toEqual({ lost: [], doubled: [], orders: [], sums: [] });

    const [first, second] = movements as [Movement, Movement];
    const lost = await problems([{ ...first, isInStatement: true }, second, { ...second, order: waiting }]);
    expect(lost.lost).toEqual([`${paid.code}: 1 + 0 of 1 + 1`, "khong ma: 1 + 0 of 2 + 0"]);
    expect(lost.orders).toEqual([`${waiting.code}: ["pending",0,[],[],null]`]);

    await makeTransfer(app, { account: ownAccount, amount: price, memo: paid.code });
    await app.db.updateTable("transfers").set({ allocated: 1 }).where("id", "=", transfer.id).execute();
    await app.db.updateTable("users").set({ premium_expires_at: null }).where("id", "=", paid.userId).execute();
    const doubled = await problems([first]);
    expect(doubled.doubled).toEqual([`${paid.code}: 2 + 0 of 1 + 0`, "khong ma: never came"]);
    expect(doubled.orders).toEqual([`${paid.code}: ["paid",${price},[${price}],[${price}],null]`]);
    expect(doubled.sums).toEqual([`${paid.code}: matched, 1 of ${price}`, `${paid.code}: new, 0 of 0`]);
    const { id } = await makeTransfer(app, { account: ownAccount, amount: price, memo: waiting.code });
    await settleAgain(app, id);
    expect((await problems(movements)).orders).toHaveLength(2);
  });
});
