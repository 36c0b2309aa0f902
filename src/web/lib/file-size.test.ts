import { describe, expect, it } from "vitest";
import { fileSize } from "./file-size.ts";

describe("fileSize", () => {
  it.each([
    [0, "0 KB"],
    [1, "1 KB"],
    [232_533, "228 KB"],
    [1024 * 1024, "1 MB"],
    [4_300_000, "4,1 MB"],
    [104_857_600, "100 MB"],
    [214_013_900, "204 MB"],
    [1024 ** 3, "1 GB"],
    [85_899_345_920, "80 GB"],
    [1_650_000_000_000, "1,5 TB"],
    [5000 * 1024 ** 4, "5000 TB"],
  ])("formats %d bytes as %s", (bytes, text) => expect(fileSize(bytes)).toBe(text));
});
