import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { LateFold } from "./late-fold.tsx";

const fold = (
  <LateFold className={undefined} summary="Mã quà" height="1rem">
    <p>Nội dung</p>
  </LateFold>
);

test("a fold that was opened before the scripts listened has its content", async () => {
  const host = document.createElement("div");
  host.innerHTML = renderToString(fold);
  document.body.append(host);
  await page.getByText("Mã quà").click();
  await expect.element(page.getByText("Nội dung")).not.toBeInTheDocument();
  const root = hydrateRoot(host, fold);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  await expect.element(page.getByText("Nội dung")).toBeVisible();
});
