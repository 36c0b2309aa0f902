import { Music } from "lucide";
import { describe, expect, it } from "vitest";
import { createMenu, findScreen } from "./screens.ts";

const songs = { path: "songs", file: "desk/songs.tsx", label: "Bài hát", icon: Music, group: "content" } as const;
const home = { path: "home", file: "desk/home.tsx", label: "Tổng quan", icon: Music };
const menu = createMenu("/desk", { users: "Người dùng", content: "Nội dung" }, [songs, home]);

describe("createMenu", () => {
  it("puts the path of the back office before those of its screens", () => {
    expect(menu.screens.map(({ path }) => path)).toEqual(["/desk/songs", "/desk/home"]);
  });

  it("leaves out groups without screens", () => {
    expect(menu.groups).toEqual([{ label: "Nội dung", screens: [{ ...songs, path: "/desk/songs" }] }]);
  });
});

describe("findScreen", () => {
  it.each([
    ["/desk/songs", "Bài hát"],
    ["/desk/home", "Tổng quan"],
    ["/desk", undefined],
    ["songs", undefined],
  ])("finds at %s the screen %s", (path, label) => {
    expect(findScreen(menu, path)?.label).toBe(label);
  });
});
