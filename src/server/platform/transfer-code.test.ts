import { describe, expect, it } from "vitest";
import { isTransferCode, similarCodes } from "#contract/transfer-code.ts";
import { newTransferCode } from "./transfer-code.ts";

const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const codes = Array.from({ length: 300 }, () => newTransferCode("HM"));

describe("a transfer code", () => {
  it("is its prefix, seven signs and a check sign", () => {
    for (const code of codes) {
      expect(code).toMatch(/^HM[2-9A-HJKMNP-TV-Z]{8}$/);
      expect(isTransferCode("HM", code)).toBe(true);
      expect(isTransferCode("HR", code)).toBe(false);
    }
    expect(new Set(codes).size).toBe(codes.length);
    expect(newTransferCode("HR")).toMatch(/^HR/);
  });

  it("has a fixed check sign", () => {
    expect(isTransferCode("HM", "HM22222222")).toBe(true);
    const valid = [...alphabet].filter((sign) => isTransferCode("HM", `HM7K2QF9X${sign}`));
    expect(valid).toEqual(["G"]);
  });

  it("with one wrong sign is none", () => {
    for (const code of codes) {
      for (let place = 2; place < code.length; place++) {
        for (const sign of alphabet) {
          if (sign === code[place]) continue;
          expect(isTransferCode("HM", code.slice(0, place) + sign + code.slice(place + 1))).toBe(false);
        }
      }
    }
  });

  it("with two neighbours swapped is none, unless they are the first and the last sign of the alphabet", () => {
    for (const code of codes) {
      for (let place = 2; place < code.length - 1; place++) {
        const [left = "", right = ""] = [code[place], code[place + 1]];
        if (left === right || ["2Z", "Z2"].includes(left + right)) continue;
        const swapped = code.slice(0, place) + right + left + code.slice(place + 2);
        expect(isTransferCode("HM", swapped), `${code} ${swapped}`).toBe(false);
      }
    }
  });

  it("is among the similar codes of each text with one wrong sign or a swap, and they are at most 15", () => {
    for (const code of codes.slice(0, 40)) {
      for (let place = 2; place < code.length; place++) {
        const wrong = [..."0OZ7K"].map((sign) => code.slice(0, place) + sign + code.slice(place + 1));
        const next = code[place + 1];
        if (next !== undefined) wrong.push(code.slice(0, place) + next + code[place] + code.slice(place + 2));
        for (const typed of wrong) {
          if (isTransferCode("HM", typed)) continue;
          const similar = similarCodes("HM", typed);
          expect(similar, typed).toContain(code);
          expect(similar.length).toBeLessThanOrEqual(15);
          expect(similar.every((each) => isTransferCode("HM", each))).toBe(true);
        }
      }
    }
    expect(similarCodes("HM", "HM7K2QF9OO")).toEqual([]);
  });

  it.each([
    "",
    "HM",
    "hm22222222",
    "HM2222222",
    "HM222222222",
    "HM2222222O",
    "HM 2222222",
    "HX22222222",
  ])("is not “%s”", (text) => {
    expect(isTransferCode("HM", text)).toBe(false);
  });
});
