import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { aContact } from "#test/component/samples.ts";
import { hangs, held, stubApi } from "#test/component/stub-api.ts";
import { settled } from "#test/component/visitor.ts";
import { SupportWidget } from "./support-widget.tsx";

const contacts = "GET /api/admin/support/public/active";
const button = page.getByRole("button", { name: "Liên hệ hỗ trợ" });
const leave = (event: "pagehide" | "pageshow") =>
  window.dispatchEvent(new PageTransitionEvent(event, { persisted: true }));

test("requests the contacts once more after a return from the back/forward cache", async () => {
  const api = stubApi({ [contacts]: hangs() });
  const screen = await renderWithin(<SupportWidget />);
  await expect.poll(() => api.requests(contacts)).toHaveLength(1);
  leave("pagehide");
  const late = held([aContact()]);
  api.change({ [contacts]: late.answer });
  leave("pageshow");
  await expect.poll(() => api.requests(contacts)).toHaveLength(2);
  await settled();
  expect(button.query(), "nothing is there while they are on their way").toBeNull();
  late.release();
  await expect.element(button).toBeVisible();
  leave("pageshow");
  await screen.go("/register");
  await settled();
  await expect.element(button).toBeVisible();
  expect(api.requests(contacts)).toHaveLength(2);
});
