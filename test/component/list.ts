/** The controls of a list that are one press away. */
import { page } from "vitest/browser";

/** Unfolds the filters of the list. */
export const openFilters = () => page.getByRole("button", { name: /^Bộ lọc/ }).click();

/** Opens the menu of the list, and chooses one of its items. */
export async function chooseInMenu(name: string | RegExp, role: "menuitem" | "menuitemradio" = "menuitem") {
  await page.getByRole("button", { name: /^(Tùy chọn danh sách|Dạng xem: )/ }).click();
  await page.getByRole(role, { name }).click();
}

/** Shows the list as a table. */
export const showTable = () => chooseInMenu("Dạng bảng", "menuitemradio");

/** Shows the list as cards. */
export const showCards = () => chooseInMenu("Dạng thẻ", "menuitemradio");
