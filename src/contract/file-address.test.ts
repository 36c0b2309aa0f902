import { describe, expect, it } from "vitest";
import {
  fileKeyOf,
  isOwnAddress,
  isStorageAddress,
  localAddress,
  servedAddress,
  storageAddress,
} from "./file-address.ts";

const name = "0123456789abcdef0123456789abcdef";

describe("fileKeyOf", () => {
  it.each([
    `audio/${name}.mp3`,
    `images/${name}.png`,
    `references/${name}.webm`,
    `finished/${name}.m4a`,
  ])("finds %s in both of its addresses", (key) => {
    expect(fileKeyOf(localAddress(key))).toBe(key);
    expect(fileKeyOf(storageAddress(key))).toBe(key);
  });

  it.each([
    "",
    `audio/${name}.mp3`,
    `/uploads/audio/${name}`,
    `/uploads/audio/${name.toUpperCase()}.mp3`,
    `/uploads/audio/${name}.mp3?x=1`,
    `/uploads/audio/${name}.mp3/`,
    `/uploads/audio/../audio/${name}.mp3`,
    `/uploads/other/${name}.mp3`,
    `/uploads/audio/${name}.mp3\n`,
    `//uploads/audio/${name}.mp3`,
    `https://nhac.vn/uploads/audio/${name}.mp3`,
    `r2:audio/${name}.mp3`,
    `R2:/uploads/audio/${name}.mp3`,
    `R2:audio/${name}.mp3x y`,
  ])("finds none in %j", (address) => expect(fileKeyOf(address)).toBeUndefined());
});

it("tells own addresses from others, and which of them name object storage", () => {
  expect([`/uploads/x`, "R2:x", "/songs", "https://nhac.vn/uploads/x"].map(isOwnAddress)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(["R2:x", "/uploads/x"].map(isStorageAddress)).toEqual([true, false]);
});

it("serves what is in object storage below /uploads, and leaves other addresses", () => {
  expect(servedAddress("R2:audio/0a.mp3")).toBe("/uploads/audio/0a.mp3");
  expect(servedAddress("/uploads/audio/0a.mp3")).toBe("/uploads/audio/0a.mp3");
  expect(servedAddress("https://nhac.example.com/a.mp3")).toBe("https://nhac.example.com/a.mp3");
});
