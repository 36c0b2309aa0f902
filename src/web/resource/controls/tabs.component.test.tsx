import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { Tabs } from "./tabs.tsx";

const tab = (name: string) => page.getByRole("tab", { name });
const panel = page.getByRole("tabpanel");

async function open(at: string) {
  stubApi();
  return renderWithin(
    <Tabs
      label="Cấu hình"
      tabs={[
        { id: "price", label: "Giá", content: <input aria-label="Số tiền" /> },
        { id: "storage", label: "Lưu trữ", content: <input aria-label="Tài khoản" /> },
        { id: "mail", label: "Thư", content: <p>Chưa có</p> },
      ]}
    />,
    { at },
  );
}

test.each([
  ["/admin/config", "Giá"],
  ["/admin/config?tab=storage", "Lưu trữ"],
  ["/admin/config?tab=nothing", "Giá"],
])("the URL %s selects %s", async (at, name) => {
  await open(at);
  await expect.element(tab(name)).toHaveAttribute("aria-selected", "true");
  await expect.element(panel).toHaveAccessibleName(name);
});

test("on a narrow screen the selected tab is scrolled into view, and only the tabs move", async () => {
  await page.viewport(320, 700);
  stubApi();
  const names = ["Giá bài hát", "Lưu trữ (R2)", "Thông báo", "Thời hạn lưu giữ", "Zalo"] as const;
  const [first, ...others] = names.map((name) => ({ id: name, label: name, content: name }));
  if (!first) return;
  await renderWithin(<Tabs label="Cấu hình" tabs={[first, ...others]} />, { at: "/admin/config?tab=Zalo" });
  await expect.element(tab("Zalo")).toBeInViewport({ ratio: 1 });
  await expect.element(tab("Giá bài hát")).not.toBeInViewport();
  await userEvent.click(tab("Zalo"));
  await userEvent.keyboard("{Home}");
  await expect.element(tab("Giá bài hát")).toBeInViewport({ ratio: 1 });
  expect(document.documentElement.scrollWidth).toBe(320);
});

test("arrows, Home and End select a tab and wrap around, and the URL holds it", async () => {
  const screen = await open("/admin/config?q=x");
  await tab("Giá").click();
  for (const [key, name, address] of [
    ["ArrowRight", "Lưu trữ", "/admin/config?q=x&tab=storage"],
    ["ArrowLeft", "Giá", "/admin/config?q=x"],
    ["ArrowLeft", "Thư", "/admin/config?q=x&tab=mail"],
    ["ArrowRight", "Giá", "/admin/config?q=x"],
    ["End", "Thư", "/admin/config?q=x&tab=mail"],
    ["Home", "Giá", "/admin/config?q=x"],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    await expect.element(tab(name)).toHaveFocus();
    await expect.element(tab(name)).toHaveAttribute("aria-selected", "true");
    await expect.poll(screen.address).toBe(address);
  }
});

test("Tab moves from the selected tab into its panel, which keeps its state", async () => {
  await open("/admin/config");
  await page.getByLabelText("Số tiền").fill("500");
  await tab("Lưu trữ").click();
  await expect.element(page.getByLabelText("Số tiền")).not.toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByLabelText("Tài khoản")).toHaveFocus();
  await tab("Giá").click();
  await expect.element(page.getByLabelText("Số tiền")).toHaveValue("500");
});
