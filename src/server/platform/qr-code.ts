/** QR codes, drawn here and by no other service. */
import { encode, renderSVG } from "uqr";

/** Returns the code as SVG, black on white, without a size of its own. @param pixelSize of a module */
export function qrSvg(text: string, pixelSize = 1): string {
  // The quiet zone that scanners need is four modules wide.
  return renderSVG(text, { ecc: "M", border: 4, pixelSize }).replace("<svg ", '<svg shape-rendering="crispEdges" ');
}

/** Returns the rows of a code, true for dark modules, with the quiet zone around it. */
export function qrRows(text: string): boolean[][] {
  return encode(text, { ecc: "M", border: 4 }).data;
}
