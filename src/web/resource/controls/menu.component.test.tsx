import { ChevronDown, Pencil, Trash2 } from "lucide";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { Icon } from "../../ui/icon.tsx";
import { useConfirm } from "./confirm.tsx";
import { Menu } from "./menu.tsx";

const edit = vi.fn();
const remove = vi.fn();
const trigger = page.getByRole("button", { name: "Thao tác: Mưa hạ" });
const menu = page.getByRole("menu", { name: "Thao tác: Mưa hạ" });
const item = (name: string) => page.getByRole("menuitem", { name });

beforeEach(() => {
  edit.mockReset();
  remove.mockReset();
});

function Screen({ text }: { text?: string }) {
  const confirm = useConfirm();
  return (
    <>
      <Menu
        label="Thao tác: Mưa hạ"
        items={[
          { label: "Sửa", icon: Pencil, onSelect: edit },
          { label: "Tạm ẩn", isDisabled: true, onSelect: edit },
          {
            label: "Xóa",
            icon: Trash2,
            isDanger: true,
            onSelect: async () => {
              if (await confirm({ title: "Xóa bài hát", text: "Mưa hạ", action: "Xóa hẳn", danger: true })) remove();
            },
          },
        ]}
      >
        {text && (
          <>
            {text}
            <Icon icon={ChevronDown} />
          </>
        )}
      </Menu>
      <button type="button">Khác</button>
    </>
  );
}

async function show(text?: string) {
  stubApi();
  await renderWithin(<Screen text={text} />);
  await expect.element(menu).not.toBeInTheDocument();
}

test("runs an action on a click, closes, and gives the focus back", async () => {
  await show();
  await trigger.click();
  await expect.element(menu).toBeVisible();
  await item("Sửa").click();
  expect(edit).toHaveBeenCalledOnce();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(trigger).toHaveFocus();
});

test("has a button with text as well", async () => {
  await show("Thao tác");
  await page.getByText("Thao tác").click();
  await expect.element(item("Sửa")).toBeVisible();
});

test("is worked by keys: open, arrows past what is disabled, first letters, Enter", async () => {
  await show();
  await userEvent.tab();
  await expect.element(trigger).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(item("Sửa")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(item("Xóa")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(item("Sửa")).toHaveFocus();
  await userEvent.keyboard("x");
  await expect.element(item("Xóa")).toHaveFocus();
  await userEvent.keyboard("{Home}{Enter}");
  expect(edit).toHaveBeenCalledOnce();
  await expect.element(trigger).toHaveFocus();
});

test("is closed by Esc and by a press outside, without an action", async () => {
  await show();
  await trigger.click();
  await userEvent.keyboard("{Escape}");
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(trigger).toHaveFocus();
  await trigger.click();
  await expect.element(menu).toBeVisible();
  await userEvent.click(document.body, { position: { x: 900, y: 600 } });
  await expect.element(menu).not.toBeInTheDocument();
  expect(edit).not.toHaveBeenCalled();
});

test("ignores a disabled action", async () => {
  await show();
  await trigger.click();
  await expect.element(item("Tạm ẩn")).toHaveAttribute("aria-disabled", "true");
  await item("Tạm ẩn").click({ force: true });
  expect(edit).not.toHaveBeenCalled();
});

test("opens a question, which gives the focus back to the button", async () => {
  await show();
  await trigger.click();
  await item("Xóa").click();
  const question = page.getByRole("alertdialog", { name: "Xóa bài hát" });
  await expect.element(question.getByRole("button", { name: "Hủy" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  expect(remove).not.toHaveBeenCalled();
  await expect.element(trigger).toHaveFocus();
});
