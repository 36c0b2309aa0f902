import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { useConfirm } from "./confirm.tsx";

const ask = page.getByRole("button", { name: "Hỏi" });
const question = page.getByRole("alertdialog", { name: "Xóa bài hát" });

function Screen({ cancel }: { cancel?: string }) {
  const confirm = useConfirm();
  const [answers, setAnswers] = useState<boolean[]>([]);
  const askOnce = async () => {
    const yes = await confirm({ title: "Xóa bài hát", text: "Mưa hạ", action: "Xóa", cancel, danger: true });
    setAnswers((before) => [...before, yes]);
  };
  return (
    <>
      <button type="button" onClick={() => void askOnce()}>
        Hỏi
      </button>
      <p>{`Trả lời: ${answers.join(" ")}`}</p>
    </>
  );
}

test.each([
  ["the action", true, () => question.getByRole("button", { name: "Xóa" }).click()],
  ["Hủy", false, () => question.getByRole("button", { name: "Hủy" }).click()],
  ["the close button", false, () => question.getByRole("button", { name: "Đóng" }).click()],
  ["Enter", false, () => userEvent.keyboard("{Enter}")],
  ["Esc", false, () => userEvent.keyboard("{Escape}")],
])("%s resolves to %s and returns the focus", async (_name, answer, give) => {
  stubApi();
  await renderWithin(<Screen />);
  await ask.click();
  await expect.element(question.getByText("Mưa hạ")).toBeVisible();
  await give();
  await expect.element(page.getByText(`Trả lời: ${answer}`)).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(ask).toHaveFocus();
});

test("its safe button has the given label and the first focus", async () => {
  stubApi();
  await renderWithin(<Screen cancel="Ở lại" />);
  await ask.click();
  await expect.element(question).toHaveAccessibleDescription("Mưa hạ");
  await expect.element(question.getByRole("button", { name: "Ở lại" })).toHaveFocus();
  await expect.element(question.getByRole("button", { name: "Hủy" })).not.toBeInTheDocument();
});
