import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { logInTo, openArea, takeErrors, testAreas } from "#test/component/area.tsx";
import { settled } from "#test/component/visitor.ts";
import { staffArea } from "../../staff/area.tsx";
import { useAreaToast } from "../controls/toast.tsx";
import styles from "./layout.module.css";

describe.each([390, 1280])("the frame of a back office with one screen at %i px", (width) => {
  test("is a bar that names the account and logs out", async () => {
    await page.viewport(width, 800);
    const [area] = testAreas.filter(({ kind }) => kind === "staff");
    if (!area) throw new Error("There is no staff area.");
    logInTo(area);
    const screen = await openArea({ ...area, menu: staffArea.menu }, area.homePath, () => <h1>Màn hình</h1>);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    const { name } = area.accountLabel();
    await expect.element(page.getByTitle(area.account)).toMatchTextContent(new RegExp(name));
    await expect.element(page.getByRole("link", { name: "Ngân Nga" })).toHaveAttribute("href", area.homePath);
    await expect.element(page.getByRole("complementary")).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Mở trình đơn" })).not.toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBe(width);
    await page.getByRole("button", { name: "Đăng xuất" }).click();
    await expect.poll(screen.address).toBe(area.loginPath);
  });
});

const side = page.getByRole("complementary");

describe.each(testAreas.map((area) => [area.kind, area] as const))("the frame of %s", (_, area) => {
  const heading = page.getByRole("heading", { level: 1 });
  const open = (Screen: () => ReactNode, at = area.otherPath) => {
    logInTo(area);
    return openArea(area, at, Screen);
  };

  test("names the back office, its screen and the account", async () => {
    await open(() => <h1>Màn hình</h1>);
    const screen = area.menu.screens.find(({ path }) => path === area.otherPath);
    await expect.element(page.getByText(`${area.name} / ${screen?.label}`)).toBeVisible();
    await expect.poll(() => document.title).toBe(`${screen?.label} · ${area.name} Ngân Nga`);
    await expect.element(side).toHaveAccessibleName(`Trình đơn ${area.name.toLowerCase()}`);
    const { name, role } = area.accountLabel();
    await expect.element(side.getByTitle(area.account)).toHaveTextContent(`${name}${role}`);
    await expect.element(side.getByRole("link", { name: screen?.label })).toHaveAttribute("aria-current", "page");
  });

  test("holds a name of 100 letters at each width", async () => {
    logInTo(area);
    const name = "a".repeat(100);
    const accountLabel = () => ({ avatar: "AA", name, role: `${name} ${name}` });
    await openArea({ ...area, accountLabel }, area.otherPath, () => <h1>Màn hình</h1>);
    await expect.element(heading).toBeVisible();
    for (const width of [1600, 1024, 390]) {
      await page.viewport(width, 800);
      if (width === 390) await page.getByRole("button", { name: "Mở trình đơn" }).click();
      const logout = page.getByRole("button", { name: "Đăng xuất" });
      await expect.element(logout).toBeInViewport({ ratio: 1 });
      const menu = () => logout.element().closest(`.${styles.side}`) as HTMLElement;
      await expect.poll(() => menu().scrollWidth - menu().clientWidth).toBe(0);
      await expect.poll(() => document.documentElement.scrollWidth).toBe(width);
    }
  });

  test("draws the folding arrows like their labels, in the sidebar and in the drawer", async () => {
    const groups = () => [...document.querySelectorAll("nav summary")].filter((label) => label.checkVisibility());
    const colors = () => groups().map((label) => getComputedStyle(label.querySelector(".i") ?? document.body).color);
    await open(() => <h1>Màn hình</h1>);
    await expect.element(heading).toBeVisible();
    const inSidebar = colors();
    expect(inSidebar).toEqual(groups().map((label) => getComputedStyle(label).color));
    await page.viewport(390, 800);
    await page.getByRole("button", { name: "Mở trình đơn" }).click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    expect(colors()).toEqual(inSidebar);
  });

  test("moves the focus from a link of the menu to its screen", async () => {
    const { address } = await open(() => <h1>Màn hình</h1>);
    await side.getByRole("link", { name: "Tổng quan" }).click();
    await expect.poll(address).toBe(area.homePath);
    await expect.element(page.getByRole("main")).toHaveFocus();
  });

  test("moves the focus from the drawer to the screen that it opens", async () => {
    await page.viewport(390, 800);
    const { address } = await open(() => <h1>Màn hình</h1>);
    await page.getByRole("button", { name: "Mở trình đơn" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Tổng quan" }).click();
    await expect.poll(address).toBe(area.homePath);
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await settled();
    await expect.element(page.getByRole("main")).toHaveFocus();
  });

  describe("with a screen that fails", () => {
    let isBroken = true;
    function Screen() {
      if (isBroken) throw new Error("broken screen");
      return <h1>Màn hình</h1>;
    }
    const failure = page.getByRole("alert");

    test("stays, logs the error, and tries again", async () => {
      isBroken = true;
      const errors = takeErrors();
      const { address } = await open(Screen, `${area.otherPath}?page=2`);
      await expect.element(failure).toMatchTextContent(/Màn hình này gặp lỗi/);
      await expect.element(side).toBeVisible();
      await expect.element(page.getByRole("button", { name: "Đăng xuất" })).toBeVisible();
      expect(errors()).toContain("broken screen");
      isBroken = false;
      await failure.getByRole("button", { name: "Thử lại" }).click();
      await expect.element(heading).toHaveTextContent("Màn hình");
      await expect.element(failure).not.toBeInTheDocument();
      expect(address()).toBe(`${area.otherPath}?page=2`);
    });

    test("shows the other screens, from its menu and by the way back", async () => {
      isBroken = true;
      takeErrors();
      const { address } = await open(Screen);
      await expect.element(failure).toBeVisible();
      const back = failure.getByRole("link", { name: "Về trang tổng quan" });
      await expect.element(back).toHaveAttribute("href", area.homePath);
      isBroken = false;
      await side.getByRole("link", { name: "Tổng quan" }).click();
      await expect.poll(address).toBe(area.homePath);
      await expect.element(heading).toHaveTextContent("Màn hình");
    });

    test("shows toasts from before the error", async () => {
      takeErrors();
      await open(() => {
        const toast = useAreaToast();
        const [hasFailed, setFailed] = useState(false);
        if (hasFailed) throw new Error("broken screen");
        const save = () => {
          toast("Đã lưu");
          setFailed(true);
        };
        return (
          <button type="button" onClick={save}>
            Lưu
          </button>
        );
      });
      await page.getByRole("button", { name: "Lưu" }).click();
      await expect.element(failure).toBeVisible();
      await expect.element(page.getByText("Đã lưu")).toBeVisible();
    });

    test("reads a reply that it can't show once more", async () => {
      takeErrors();
      const replies: (string[] | undefined)[] = [undefined, ["Bài hát"]];
      const read = vi.fn(async () => ({ names: replies.shift() }));
      await open(() => {
        const { data } = useQuery({ queryKey: ["names"], queryFn: read, staleTime: Number.POSITIVE_INFINITY });
        return <h1>{data && (data.names as string[]).join()}</h1>;
      });
      await failure.getByRole("button", { name: "Thử lại" }).click();
      await expect.element(heading).toHaveTextContent("Bài hát");
      expect(read).toHaveBeenCalledTimes(2);
    });
  });
});
