/** The picture of a QR code for the gallery of a phone. */
import sharp from "sharp";
import { qrSvg } from "#server/platform/qr-code.ts";

/** Pixels of a module in the PNG: about 700 for the whole code, sharp on any phone and still small. */
const modulePixels = 16;

/** Returns the code as PNG. */
export function qrPng(text: string): Promise<Buffer> {
  return sharp(Buffer.from(qrSvg(text, modulePixels)))
    .png({ palette: true })
    .toBuffer();
}
