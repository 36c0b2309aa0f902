/** QR codes as SVG, drawn here and by no other service. */
import { renderSVG } from "uqr";

/** Returns the code as SVG, black on white, without a size of its own. @param pixelSize of a module */
export function qrSvg(text: string, pixelSize = 1): string {
  // The quiet zone that scanners need is four modules wide.
  return renderSVG(text, { ecc: "M", border: 4, pixelSize }).replace("<svg ", '<svg shape-rendering="crispEdges" ');
}
