/** Pictures of QR codes: SVG for pages, PNG for the gallery of a phone. */
import sharp from "sharp";
import { renderSVG } from "uqr";

/** Pixels of a module in the PNG: about 700 for the whole code, sharp on any phone and still small. */
const modulePixels = 16;

const svgOf = (text: string, pixelSize: number) =>
  // The quiet zone that scanners need is four modules wide.
  renderSVG(text, { ecc: "M", border: 4, pixelSize }).replace("<svg ", '<svg shape-rendering="crispEdges" ');

/** Returns the code as SVG, black on white, without a size of its own. */
export function qrSvg(text: string): string {
  return svgOf(text, 1);
}

/** Returns the code as PNG. */
export function qrPng(text: string): Promise<Buffer> {
  return sharp(Buffer.from(svgOf(text, modulePixels)))
    .png({ palette: true })
    .toBuffer();
}
