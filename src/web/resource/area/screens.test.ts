import { Music } from "lucide";
import { describe, expect, it } from "vitest";
import { createMenu, findScreen } from "./screens.ts";

const songs = { path: "songs", file: "desk/songs.tsx", label: "Bài hát", icon: Music, group: "content" } as const;
const home = { path: "home", file: "desk/home.tsx", label: "Tổng quan", icon: Music };
const song = { ...songs, path: "songs/:id", label: "Một bài hát", isOfRecord: true } as const;
const lines = { ...song, path: "songs/:id/lines", label: "Lời của một bài" } as const;
const menu = createMenu("/desk", { users: "Người dùng", content: "Nội dung" }, [songs, home, song, lines]);

describe("createMenu", () => {
  it("puts the path of the back office before those of its screens", () => {
    expect(menu.screens.map(({ path }) => path)).toEqual([
      "/desk/songs",
      "/desk/home",
      "/desk/songs/:id",
      "/desk/songs/:id/lines",
    ]);
  });

  it("leaves out groups without screens, and screens of one record", () => {
    expect(menu.groups).toEqual([{ label: "Nội dung", screens: [{ ...songs, path: "/desk/songs" }] }]);
  });
});

describe("findScreen", () => {
  it.each([
    ["/desk/songs", "Bài hát"],
    ["/desk/home", "Tổng quan"],
    ["/desk/songs/12", "Một bài hát"],
    ["/desk/songs/12/lines", "Lời của một bài"],
    ["/desk/songs/x", undefined],
    ["/desk/songs/x/lines", undefined],
    ["/desk", undefined],
    ["songs", undefined],
  ])("finds at %s the screen %s", (path, label) => {
    expect(findScreen(menu, path)?.label).toBe(label);
  });
});
