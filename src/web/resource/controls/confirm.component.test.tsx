import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { useConfirm } from "./confirm.tsx";

const ask = page.getByRole("button", { name: "Hỏi" });
const question = page.getByRole("dialog", { name: "Xóa bài hát" });

function Screen() {
  const confirm = useConfirm();
  const [answers, setAnswers] = useState<boolean[]>([]);
  const askOnce = async () => {
    const yes = await confirm({ title: "Xóa bài hát", text: "Mưa hạ", action: "Xóa", danger: true });
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
