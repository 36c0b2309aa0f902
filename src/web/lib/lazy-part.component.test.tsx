import { Suspense, useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { LateDialog } from "../ui/late-dialog.tsx";
import { lazyPart } from "./lazy-part.tsx";

const lost = page.getByText(/^Mất kết nối/);
const part = page.getByText("Phần của trang");
const press = page.getByRole("button", { name: "Mở" });

interface PartProps {
  onClose: () => void;
}

/** Code that can't be had until the test says so, and how often it was asked for. */
function codeWithoutNetwork() {
  const network = { isThere: false };
  const load = vi.fn(async () => {
    if (!network.isThere) throw new TypeError("Failed to fetch dynamically imported module");
    return ({ onClose: _onClose }: PartProps) => <p>Phần của trang</p>;
  });
  return { network, load };
}

/** A page beside a part that one press opens. */
function Screen({ Part }: { Part: ReturnType<typeof lazyPart<PartProps>> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h1>Trang</h1>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        Mở
      </button>
      {isOpen && (
        <Suspense>
          <Part onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

async function open(Part: ReturnType<typeof lazyPart<PartProps>>): Promise<void> {
  stubApi();
  await renderWithin(<Screen Part={Part} />);
  await press.click();
}

test("a part without its code leaves the page alone and comes when the network is back", async () => {
  const { network, load } = codeWithoutNetwork();
  await open(lazyPart(load));
  await expect.element(lost).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Trang" })).toBeVisible();
  network.isThere = true;
  window.dispatchEvent(new Event("online"));
  await expect.element(part).toBeVisible();
  await expect.element(lost).not.toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

test("a part without its code comes with the next press anywhere", async () => {
  const { network, load } = codeWithoutNetwork();
  await open(lazyPart(load));
  await expect.element(lost).toBeVisible();
  network.isThere = true;
  await page.getByRole("heading", { name: "Trang" }).click();
  await expect.element(part).toBeVisible();
});

test("a part without its code comes by itself where no browser tells of the network", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { network, load } = codeWithoutNetwork();
    await open(lazyPart(load));
    await expect.element(lost).toBeVisible();
    await vi.advanceTimersByTimeAsync(2000);
    expect(load).toHaveBeenCalledTimes(2);
    network.isThere = true;
    await vi.advanceTimersByTimeAsync(4000);
    await expect.element(part).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

test("a dialog without its code closes with a word, and opens with the next press", async () => {
  const { network, load } = codeWithoutNetwork();
  await open(lazyPart(load, LateDialog));
  await expect.element(page.getByText("Mất kết nối. Bạn bấm lại khi có mạng nhé.")).toBeVisible();
  await press.click();
  await expect.poll(() => load.mock.calls.length).toBe(2);
  await expect.element(press).toHaveAttribute("aria-expanded", "false");
  network.isThere = true;
  await press.click();
  await expect.element(part).toBeVisible();
});

test("code that was fetched ahead is there at once, and fetched no more", async () => {
  const { network, load } = codeWithoutNetwork();
  const Part = lazyPart(load);
  expect(await Part.preload()).toBe(false);
  network.isThere = true;
  expect(await Part.preload()).toBe(true);
  network.isThere = false;
  await open(Part);
  await expect.element(part).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
