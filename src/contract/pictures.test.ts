import { describe, expect, it, test } from "vitest";
import { pictureOf, pictureSet, pictureSizes, type SharedSong, sharePicture, storedImageName } from "./pictures.ts";

const name = `${"0a".repeat(16)}.jpg`;

describe("pictureSet", () => {
  it("names every size of a stored image", () => {
    const set = pictureSet(`/uploads/images/${name}`, "avif");
    expect(set?.split(", ")).toEqual(pictureSizes.map((size) => `/pictures/${size}/${name}.avif ${size}w`));
    expect(pictureSet(`/uploads/images/${name}`, "webp")).toContain(`/pictures/320/${name}.webp 320w`);
  });

  it.each([
    "https://example.com/cover.jpg",
    `https://example.com/uploads/images/${name}`,
    "/favicon.svg",
    `/uploads/audio/${"0a".repeat(16)}.mp3`,
    "/uploads/images/../audio/a.mp3",
    "/uploads/images/cover.jpg",
    `/uploads/images/${name}?x=1`,
    "",
  ])("returns undefined for %s", (address) => {
    expect(pictureSet(address, "webp")).toBeUndefined();
    expect(pictureOf(address, 96, "webp")).toBeUndefined();
    expect(storedImageName(address)).toBeUndefined();
  });
});

describe("sharePicture", () => {
  const song: SharedSong = { id: 7, title: "Mưa hạ", artist: null, thumbnail_url: null, is_premium: false };

  it("depends on the fields in the picture only", () => {
    const more = { ...song, play_count: 3 };
    expect(sharePicture(more)).toBe(sharePicture(song));
    expect(sharePicture(song)).toMatch(/^\/share\/songs\/7\.jpg\?v=[0-9a-z]+$/);
  });

  test.each<Partial<SharedSong>>([
    { title: "Mưa hạ 2" },
    { artist: "Lan" },
    { thumbnail_url: `/uploads/images/${name}` },
    { is_premium: true },
    { title: "Mưa", artist: "hạ" },
  ])("changes with %o", (change) => {
    expect(sharePicture({ ...song, ...change })).not.toBe(sharePicture(song));
  });
});
