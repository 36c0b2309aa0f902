import { describe, expect, it } from "vitest";
import { bytesOf } from "#test/totp.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { base32, matchingStep, otpauthUri, stepAt, totpCode } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

describe("a code", () => {
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("at %d s is the end of RFC 6238's eight digits", (seconds, eight) => {
    expect(totpCode(secret, stepAt(seconds * 1000))).toBe(eight.slice(-6));
  });

  it("follows RFC 4226's counters in their order", () => {
    expect(Array.from({ length: 10 }, (_, counter) => totpCode(secret, counter)).join(" ")).toBe(
      "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489",
    );
  });

  it("is found one step around the present, and not two", () => {
    const now = 1_234_567_890_000;
    const step = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((steps) => matchingStep(secret, totpCode(secret, step + steps), now));
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
    for (const code of ["", "12345", "1234567", "１２３４５６", "abcdef"]) {
      expect(matchingStep(secret, code, now)).toBeUndefined();
    }
  });
});

describe("base32", () => {
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("of %j is RFC 4648's %j without padding", (text, expected) => {
    expect(base32(Buffer.from(text))).toBe(expected);
    expect(bytesOf(expected).toString()).toBe(text);
  });
});

it("the address for apps names issuer, account and all parameters", () => {
  const uri = new URL(otpauthUri(secret, "quan-tri+1@example.com"));
  expect(uri.href).toMatch(/^otpauth:\/\/totp\/Ng%C3%A2n%20Nga:quan-tri%2B1%40example\.com\?/);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    issuer: "Ngân Nga",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});

it("recovery codes are ten different ones of 80 bits, the same however they are typed", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  const [code = ""] = codes;
  expect(hashRecoveryCode(` ${code.toLowerCase().replaceAll("-", " ")} `)).toBe(hashRecoveryCode(code));
});
