import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { GiverGift } from "#contract/gifts.ts";
import { checkScreen } from "#test/component/check-screen.ts";
import { aGiverGift } from "#test/component/gifts.ts";
import { renderWithin } from "#test/component/render.tsx";
import { fails, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { readSession, writeStored } from "../../lib/storage.ts";
import { isOwnGift } from "../gift/stored-gift.ts";
import { Give } from "./gift.tsx";

const token = "ZyXwVuTsRqPoNmLkJiHgFe";
const read = "GET /api/requests/{token}/gift";
const save = "PUT /api/requests/{token}/gift";
const { secret } = aGiverGift();
const form = page.getByRole("form", { name: "Lời tặng" });
const create = form.getByRole("button", { name: "Tạo trang quà" });
const open = page.getByRole("checkbox", { name: "Người có đường dẫn mở được món quà" });

let api: StubbedApi;
beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-25T08:00:00.000Z"));
  api = stubApi({ [read]: { gift: null } });
  return () => writeStored(`gift:${secret}`, null);
});

const show = (gift: GiverGift | null) => {
  api.change({ [read]: { gift } });
  return renderWithin(
    <main>
      <h1>Bài hát</h1>
      <Give token={token} recipient="Cha mẹ" />
    </main>,
  );
};

test("makes a gift of what the customer writes, and shows its address", async () => {
  await show(null);
  await expect.element(form.getByLabelText("Tên người nhận")).toHaveValue("Cha mẹ");
  await expect.element(form.getByLabelText("Ngày mở quà")).toHaveAttribute("min", "2026-11-25");
  await checkScreen();
  await form.getByLabelText("Tên người nhận").fill("Mẹ");
  await form.getByLabelText("Lời nhắn").fill("a".repeat(1001));
  await create.click();
  await expect.element(form.getByLabelText("Lời nhắn")).toHaveAccessibleDescription("Không được dài quá 1000 ký tự");
  expect(api.requests(save)).toEqual([]);
  await form.getByLabelText("Lời nhắn").fill("Chúc mẹ vui");
  api.change({ [save]: aGiverGift({ opens_on: "2026-12-24", state: "waiting" }) });
  await form.getByLabelText("Ngày mở quà").fill("2026-12-24");
  await create.click();
  await expect.element(page.getByText("Món quà mở vào thứ năm, 24/12/2026.")).toBeVisible();
  expect(api.requests(save)).toMatchObject([
    { body: { recipient_name: "Mẹ", giver_name: null, message: "Chúc mẹ vui", opens_on: "2026-12-24" } },
  ]);
  await expect.element(page.getByText(new URL(`/g/${secret}`, window.location.origin).href)).toBeVisible();
  await expect.poll(() => isOwnGift(secret)).toBe(true);
});

test("half-written words come back with the page, are folded out, and are forgotten once saved", async () => {
  const rendered = await show(aGiverGift());
  const draft = () => readSession(`draft:gift:${token}`);
  await page.getByText("Sửa lời tặng và ngày mở").click();
  const message = form.getByLabelText("Lời nhắn");
  const before = (message.element() as HTMLTextAreaElement).value;
  await message.fill("Chúc mẹ vui và khỏe");
  await rendered.unmount();
  await show(aGiverGift());
  await expect.element(message).toBeVisible();
  await expect.element(message).toHaveValue("Chúc mẹ vui và khỏe");
  await message.fill(before);
  expect(draft(), "the saved words are no draft").toBeNull();
  await message.fill("Chúc mẹ vui và khỏe");
  api.change({ [save]: aGiverGift({ message: "Chúc mẹ vui và khỏe" }) });
  await form.getByRole("button", { name: "Lưu lời tặng" }).click();
  await expect.poll(draft).toBeNull();
  await expect.element(message).toHaveValue("Chúc mẹ vui và khỏe");
});

test("says beside the button what refused the gift", async () => {
  await show(null);
  api.change({ [save]: fails(409, "Bạn nhận bài và thanh toán xong là tặng được bài hát này") });
  await create.click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Bạn nhận bài và thanh toán xong là tặng được bài hát này");
  await checkScreen({ widths: [390] });
});

test("has link, cards and what came back; closing saves at once", async () => {
  const time = "2026-11-25T08:05:00.000Z";
  const thanks = [
    { name: "Mẹ", text: "Cảm ơn con", created_at: time },
    { name: null, text: "Ba nữa", created_at: time },
  ];
  await show(aGiverGift({ opened_at: time, hearts: 2, thanks }));
  await expect.element(page.getByText("2 trái tim")).toBeVisible();
  await expect
    .element(page.getByRole("list"))
    .toHaveTextContent("Cảm ơn conMẹ, 25/11/2026Ba nữaNgười nhận, 25/11/2026");
  await expect.element(page.getByText("25/11/2026 15:05")).toBeVisible();
  const href = (name: string) => page.getByRole("link", { name }).element().getAttribute("href");
  expect(href("Xem trang quà (mở trong thẻ mới)")).toBe(`/g/${secret}`);
  expect(href("Thiệp giấy")).toBe(`/api/requests/${token}/gift/card.pdf?design=1`);
  expect(href("Thiệp sơn mài")).toBe(`/api/requests/${token}/gift/card.pdf?design=2`);
  await checkScreen();
  api.change({ [save]: aGiverGift({ is_open: false, state: "closed" }) });
  await open.click();
  await expect.element(page.getByText(/^Bạn đang đóng món quà\./)).toBeVisible();
  await expect.element(open).not.toBeChecked();
  expect(api.requests(save)).toMatchObject([{ body: { is_open: false } }]);
});

test("says why a gift is closed without its giver's doing, and when nobody has opened it", async () => {
  await show(aGiverGift({ state: "closed" }));
  await expect.element(page.getByText("Món quà đang đóng vì bài hát chưa được thanh toán.")).toBeVisible();
  await expect.element(page.getByText("Chưa ai mở món quà này.")).toBeVisible();
});

test("says when it could not be loaded", async () => {
  api.change({ [read]: fails(503, "Máy chủ đang bận") });
  await renderWithin(<Give token={token} recipient={null} />);
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Không tải được phần quà tặng. Bạn tải lại trang nhé.");
});
