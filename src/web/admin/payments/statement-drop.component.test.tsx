import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { StatementColumns } from "#contract/payments.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { type Answers, fails } from "#test/component/stub-api.ts";
import { StatementDrop } from "./statement-drop.tsx";

const previewCall = "POST /api/admin/payments/statement/preview";
const takeCall = "POST /api/admin/payments/statement";
const dialog = page.getByRole("dialog", { name: "Nhập sao kê" });
const column = (label: string) => dialog.getByLabelText(label, { exact: true });
const text = "Ngày,Nội dung,Có\n20/11/2026,HM7K2QF9XA,399000\n";

const columns: StatementColumns = {
  occurred_at: 0,
  memo: 1,
  amount_in: 2,
  amount_out: null,
  reference: null,
  balance: null,
  sender_name: null,
  skip_rows: 1,
};
const preview = {
  head: [
    ["Ngày", "Nội dung", "Có"],
    ["20/11/2026", "HM7K2QF9XA", "399000"],
  ],
  columns,
  rows: [
    {
      line: 2,
      occurred_at: "2026-11-20T02:00:00.000Z",
      direction: "in" as const,
      amount: 399_000,
      memo: "HM7K2QF9XA",
      reference: null,
      state: "new" as const,
      problem: null,
      code: "HM7K2QF9XA",
    },
    {
      line: 3,
      occurred_at: null,
      direction: null,
      amount: null,
      memo: "",
      reference: null,
      state: "wrong" as const,
      problem: "Ngày không hợp lệ: 99/99/2026",
      code: null,
    },
  ],
  counts: { new: 1200, known: 3, wrong: 1 },
};

const Screen = {
  default: () => (
    <>
      <h1>Đối soát</h1>
      <StatementDrop />
    </>
  ),
};

async function choose(content: BlobPart, answers: Answers = {}) {
  const opened = await openAdmin(Screen, "/admin/payments", { [previewCall]: preview, ...answers });
  await page.getByRole("button", { name: "Nhập sao kê" }).click();
  const file = new File([content], "sao-ke.csv", { type: "text/csv" });
  const data = new DataTransfer();
  data.items.add(file);
  const area = dialog.getByText("Thả file sao kê CSV vào đây").element().parentElement;
  area?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  return opened;
}

describe("a statement", () => {
  test("is shown with its wrong lines before it is taken", async () => {
    const { api } = await choose(text, { [takeCall]: { taken: 1199, known: 4, wrong: 1 } });
    await expect
      .element(dialog.getByRole("status"))
      .toHaveTextContent("1.200 giao dịch mới, 3 đã có, 1 dòng không đọc được.");
    await expect.element(dialog.getByText("Ngày không hợp lệ: 99/99/2026")).toBeVisible();
    await expect.element(dialog.getByText("+399.000 ₫")).toBeVisible();
    await expect.element(column("Nội dung")).toHaveDisplayValue("B: Nội dung");
    await checkScreen();
    await dialog.getByRole("button", { name: "Nhận 1.200 giao dịch" }).click();
    await expect.element(page.getByText("Đã nhận 1.199 giao dịch, 4 đã có trước, 1 dòng bỏ qua")).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.requests(previewCall)[0]?.body).toEqual({ text });
    expect(api.requests(takeCall)[0]?.body).toEqual({ text, columns });
  });

  test("is read anew with other columns", async () => {
    const { api } = await choose(text);
    await column("Tiền vào").selectOptions("B: Nội dung");
    await expect.poll(() => api.requests(previewCall)).toHaveLength(2);
    expect(api.requests(previewCall)[1]?.body).toEqual({ text, columns: { ...columns, amount_in: 1 } });
  });

  test("whose columns nobody knows asks for them", async () => {
    const unknown = { ...preview, columns: null, rows: [], counts: { new: 0, known: 0, wrong: 0 } };
    const { api } = await choose(text, { [previewCall]: unknown });
    await expect.element(dialog.getByRole("status")).toMatchTextContent(/^Bạn chọn các cột/);
    await column("Ngày giờ").selectOptions("A: Ngày");
    await column("Nội dung").selectOptions("B: Nội dung");
    expect(api.requests(previewCall)).toHaveLength(1);
    await column("Tiền vào").selectOptions("C: Có");
    await expect.poll(() => api.requests(previewCall)).toHaveLength(2);
    expect(api.requests(previewCall)[1]?.body).toEqual({ text, columns });
  });

  test.each([
    ["of Excel", new Uint8Array([0x50, 0x4b, 3, 4]), {}, "Đây là file Excel"],
    ["without a letter", " \n", {}, "File sao kê trống"],
    ["that is too large", "a".repeat(900_001), {}, "File sao kê quá lớn"],
    [
      "that the server refuses",
      text,
      { [previewCall]: fails(422, "Sao kê có quá nhiều dòng") },
      "Sao kê có quá nhiều dòng",
    ],
  ])("%s says why", async (_name, content, answers, message) => {
    await choose(content, answers);
    await expect.element(dialog.getByRole("alert")).toMatchTextContent(message);
    await expect.element(dialog.getByRole("button", { name: /^Nhận/ })).not.toBeInTheDocument();
  });
});
