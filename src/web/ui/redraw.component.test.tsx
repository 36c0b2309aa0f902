import { useLayoutEffect, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { takeErrors } from "#test/component/area.tsx";
import { renderWithin } from "#test/component/render.tsx";
import { Redraw } from "./redraw.tsx";

/** How often the part will fail, as React does when it does not find what it has drawn. */
const faults = { left: 0 };

function Part() {
  useLayoutEffect(() => {
    if (faults.left-- > 0) throw new Error("broken");
  }, []);
  return <p>Danh sách</p>;
}

const broken = (again: () => void) => (
  <button type="button" onClick={again}>
    Thử lại
  </button>
);

function Screen() {
  const [place, setPlace] = useState("/songs");
  const [times, setTimes] = useState(0);
  return (
    <>
      <h1>Trang</h1>
      <input aria-label="Tìm" />
      <button type="button" onClick={() => setTimes(times + 1)}>
        Vẽ
      </button>
      <button type="button" onClick={() => setPlace("/other")}>
        Trang khác
      </button>
      <Redraw place={place} fallback={broken}>
        {times > 0 && <Part key={times} />}
      </Redraw>
    </>
  );
}

const part = page.getByText("Danh sách");
const field = page.getByRole("textbox", { name: "Tìm" });
const press = (name: string) => page.getByRole("button", { name, exact: true });

async function open(count: number): Promise<void> {
  takeErrors();
  faults.left = 0;
  await renderWithin(<Screen />);
  await field.fill("mưa");
  faults.left = count;
  await press("Vẽ").click();
}

test("a part that fails is drawn anew, and what is around it stays", async () => {
  await open(3);
  await expect.element(part).toBeVisible();
  await expect.element(field).toHaveValue("mưa");
});

test("a part that goes on failing makes way, and comes back by its button", async () => {
  await open(1000);
  await expect.element(press("Thử lại")).toBeVisible();
  await expect.element(field).toHaveValue("mưa");
  faults.left = 0;
  await press("Thử lại").click();
  await expect.element(part).toBeVisible();
});

test("a part that goes on failing is drawn again at another place", async () => {
  await open(1000);
  await expect.element(press("Thử lại")).toBeVisible();
  faults.left = 0;
  await press("Trang khác").click();
  await expect.element(part).toBeVisible();
});
