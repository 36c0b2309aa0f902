import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { aCountedCategory } from "#test/component/samples.ts";
import { fails } from "#test/component/stub-api.ts";
import * as genres from "./genres/screen.tsx";

const own = "POST /api/admin/exports";
const button = page.getByRole("button", { name: "Xuất Excel" });

test("the Excel file has the rows of the filter, and an error leaves the list as it is", async () => {
  const { api } = await openAdmin(genres, "/admin/genres?q=dân", {
    "GET /api/categories/with-song-count": [aCountedCategory({ name: "Dân ca" })],
    [own]: fails(403, "Bạn không có quyền thực hiện thao tác này"),
  });
  await button.click();
  await expect.element(page.getByText("Bạn không có quyền thực hiện thao tác này")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Dân ca" })).toBeVisible();
  expect(api.requests(own).map(({ body }) => body)).toEqual([{ list: "categories", filter: { search: "dân" } }]);
});
