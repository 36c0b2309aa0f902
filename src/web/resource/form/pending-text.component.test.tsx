import { useEffect, useRef, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { PendingTextProvider, usePendingText, usePendingTexts } from "./pending-text.tsx";

/** A field whose pending text is added by `flush`, unless it is `bad`. */
function Field({ label }: { label: string }) {
  const { register, notify } = usePendingText();
  const input = useRef<HTMLInputElement>(null);
  const [added, setAdded] = useState<string[]>([]);
  useEffect(
    () =>
      register({
        isPending: () => Boolean(input.current?.value),
        flush() {
          const text = input.current?.value ?? "";
          if (!input.current || text === "bad") return;
          setAdded((earlier) => [...earlier, text]);
          input.current.value = "";
        },
      }),
    [register],
  );
  return (
    <div>
      <input ref={input} aria-label={label} onChange={notify} />
      <output>{added.join()}</output>
    </div>
  );
}

function Form() {
  const pending = usePendingTexts();
  const [isShown, setIsShown] = useState(true);
  const [result, setResult] = useState("");
  return (
    <PendingTextProvider pending={pending}>
      {isShown && <Field label="Một" />}
      <Field label="Hai" />
      <p>{pending.isPending ? "còn chữ" : "hết chữ"}</p>
      <p>{result}</p>
      <button type="button" onClick={() => setResult(pending.flush() ? "sạch" : "còn")}>
        Thêm hết
      </button>
      <button type="button" onClick={() => setIsShown(false)}>
        Bỏ ô một
      </button>
    </PendingTextProvider>
  );
}

const flush = () => page.getByRole("button", { name: "Thêm hết" }).click();

test("a form knows the pending text of its fields and adds all of it", async () => {
  await renderWithin(<Form />);
  await expect.element(page.getByText("hết chữ")).toBeVisible();
  await page.getByLabelText("Một").fill("a");
  await page.getByLabelText("Hai").fill("b");
  await expect.element(page.getByText("còn chữ")).toBeVisible();
  await flush();
  await expect.element(page.getByText("sạch")).toBeVisible();
  await expect.element(page.getByText("hết chữ")).toBeVisible();
  await expect.element(page.getByRole("status").nth(0)).toHaveTextContent("a");
  await expect.element(page.getByRole("status").nth(1)).toHaveTextContent("b");
});

test("text that a field cannot take stays pending, until the field is gone", async () => {
  await renderWithin(<Form />);
  await page.getByLabelText("Một").fill("bad");
  await flush();
  await expect.element(page.getByText("còn", { exact: true })).toBeVisible();
  await expect.element(page.getByText("còn chữ")).toBeVisible();
  await page.getByRole("button", { name: "Bỏ ô một" }).click();
  await expect.element(page.getByText("hết chữ")).toBeVisible();
});

test("a field outside of a form has no effect", async () => {
  await renderWithin(<Field label="Lẻ" />);
  await page.getByLabelText("Lẻ").fill("a");
  await expect.element(page.getByLabelText("Lẻ")).toHaveValue("a");
});
