import jsQR from "jsqr";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { qrSvg } from "#server/platform/qr-code.ts";
import { qrPng } from "./qr-picture.ts";
import { crc, transferPurpose, vietQr, vietQrText } from "./vietqr.ts";

const published = { bankBin: "970416", accountNumber: "257678859" };

describe("a VietQR", () => {
  it("has the checksum CRC-16/CCITT-FALSE", () => {
    expect(crc("123456789")).toBe("29B1");
  });

  it.each([
    [
      "static without an amount",
      vietQr(published),
      "00020101021138530010A0000007270123000697041601092576788590208QRIBFTTA53037045802VN6304AE9F",
    ],
    [
      "dynamic with a content in mixed case",
      vietQrText({ ...published, amount: 10_000, fields: [["08", "Chuyen tien"]] }),
      "00020101021238530010A0000007270123000697041601092576788590208QRIBFTTA53037045405100005802VN62150811Chuyen tien630453E6",
    ],
    [
      "with another amount",
      vietQrText({ ...published, amount: 1000, fields: [["08", "Chuyen tien"]] }),
      "00020101021238530010A0000007270123000697041601092576788590208QRIBFTTA5303704540410005802VN62150811Chuyen tien6304BBB8",
    ],
    [
      "of NAPAS 1.5.2, with a bill number",
      vietQrText({
        bankBin: "970403",
        accountNumber: "0011012345678",
        amount: 180_000,
        fields: [
          ["01", "NPS6869"],
          ["08", "thanh toan don hang"],
        ],
      }),
      "00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN62340107NPS68690819thanh toan don hang63042E2E",
    ],
  ])("%s is the published text", (_, text, expected) => {
    expect(text).toBe(expected);
  });

  it("folds its content to capitals, digits and blanks, 25 at most", () => {
    expect(transferPurpose("Đặt  gói “1 tháng”, HM7K2QF9X5!")).toBe("DAT GOI 1 THANG HM7K2QF9X");
    expect(transferPurpose("🎵 — …")).toBe("");
    expect(vietQr({ ...published, amount: 5, purpose: "mã é" })).toContain("62080804MA E6304");
  });

  it.each(["SVG", "PNG"])("is decoded again from its picture: %s", async (format) => {
    const text = vietQr({
      bankBin: "970436",
      accountNumber: "VQRQ00012ABCD345678",
      amount: 1_000_000,
      purpose: "HM7K2QF9X5",
    });
    const picture =
      format === "SVG"
        ? await sharp(Buffer.from(qrSvg(text)))
            .resize(400)
            .toBuffer()
        : qrPng(text);
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(text);
    if (format === "PNG") expect(info.width).toBeGreaterThan(600);
    if (format === "PNG") expect(await sharp(picture).metadata()).toMatchObject({ bitsPerSample: 1, channels: 1 });
  });
});
