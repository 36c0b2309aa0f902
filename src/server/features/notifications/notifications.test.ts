import { expect, test, vi } from "vitest";
import type { NotificationEvent } from "#contract/notifications.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { startSmtp } from "#test/smtp.ts";
import type { Notice, Recipient } from "./notifications.service.ts";

const origin = "https://nghe.example.vn";
const lan: Recipient = {
  kind: "customer",
  id: null,
  name: "Trần Lan",
  email: "lan@example.com",
  phone: "0901 234 567",
};
const order: Notice<"order_received"> = {
  event: "order_received",
  data: { code: "HMABCDEFGH", path: "/orders/x", package_name: "Gói năm", amount: 399_000 },
  subject: { kind: "order", id: 7 },
};

async function tell<E extends NotificationEvent>(app: TestApp, notice: Notice<E>, to: Recipient = lan): Promise<void> {
  await app.db.transaction().execute((tx) => app.notifications.notify(tx, to, notice));
  app.notifications.committed();
}
const rows = ({ db }: TestApp) => db.selectFrom("deliveries").selectAll().orderBy("id").execute();

onBothEngines((engine) => {
  test("sends a message by e-mail after the commit", async () => {
    const smtp = await startSmtp();
    const app = await testApp(engine, { SMTP_URL: smtp.url, PUBLIC_URL: origin });
    await tell(app, order);
    await vi.waitFor(async () => expect(await rows(app)).toMatchObject([{ state: "sent", attempts: 1, error: null }]));
    expect(smtp.mails).toHaveLength(1);
    const [mail] = smtp.mails;
    expect(mail?.to).toEqual(["lan@example.com"]);
    expect(mail?.header("to")).toBe("Trần Lan <lan@example.com>");
    expect(mail?.header("from")).toBe("Ngân Nga <no-reply@nghe.example.vn>");
    expect(mail?.header("message-id")).toMatch(/^<delivery-1\.\w+@nghe\.example\.vn>$/);
    expect(mail?.parts.get("text/plain")).toContain(`${origin}/orders/x`);
    expect(mail?.parts.get("text/html")).toContain(`${origin}/orders/x`);
  });
});
