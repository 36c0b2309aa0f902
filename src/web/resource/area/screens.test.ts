import { Music } from "lucide";
import { describe, expect, it } from "vitest";
import { createMenu, entryPath, findScreen, partsOf } from "./screens.ts";

const songs = { path: "songs", file: "desk/songs.tsx", label: "Bài hát", icon: Music, group: "content" } as const;
const home = { path: "home", file: "desk/home.tsx", label: "Tổng quan", icon: Music };
const song = { ...songs, path: "songs/:id", label: "Một bài hát", isOfRecord: true } as const;
const lines = { ...song, path: "songs/:id/lines", label: "Lời của một bài" } as const;
const covers = { ...song, path: "covers", label: "Ảnh bìa", partOf: "songs", isOfRecord: undefined } as const;
const menu = createMenu("/desk", { users: "Người dùng", content: "Nội dung" }, [songs, home, song, lines, covers]);
const at = (path: string) => findScreen(menu, path) ?? expect.fail(path);

describe("createMenu", () => {
  it("puts the path of the back office before those of its screens", () => {
    expect(menu.screens.map(({ path }) => path)).toEqual([
      "/desk/songs",
      "/desk/home",
      "/desk/songs/:id",
      "/desk/songs/:id/lines",
      "/desk/covers",
    ]);
  });

  it("leaves out groups without screens, parts, and screens of one record", () => {
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

describe("an entry of the menu", () => {
  it.each([
    ["/desk/songs", "/desk/songs"],
    ["/desk/home", "/desk/home"],
    ["/desk/covers", "/desk/songs"],
    ["/desk/songs/12/lines", "/desk/songs"],
  ])("of %s is %s", (path, entry) => {
    expect(entryPath(at(path))).toBe(entry);
  });

  it("has parts where several screens share it", () => {
    const parts = ["/desk/songs", "/desk/covers"];
    expect(partsOf(menu, at("/desk/songs")).map(({ path }) => path)).toEqual(parts);
    expect(partsOf(menu, at("/desk/covers")).map(({ path }) => path)).toEqual(parts);
    expect(partsOf(menu, at("/desk/home"))).toEqual([]);
  });
});
