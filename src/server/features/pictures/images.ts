/** The image library, loaded when the first picture is made, and how much of the machine it may take. */
import { availableParallelism } from "node:os";
import type SharpLibrary from "sharp";
import type { Sharp } from "sharp";
import type { PictureFormat } from "#contract/pictures.ts";
import { atMost } from "#server/platform/at-most.ts";

/** Of the source: what a camera of 50 megapixels takes. A few kilobytes can claim to be far more. */
const maxPixels = 50_000_000;
const longestSeconds = 20;

let loading: Promise<typeof SharpLibrary> | undefined;

function load(): Promise<typeof SharpLibrary> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}

const inTurn = atMost(availableParallelism() > 2 ? 2 : 1);

/** The middle of an image as a square, turned upright, without what a camera wrote into it; never larger than its source. */
async function square(file: string, size: number): Promise<Sharp> {
  const sharp = await load();
  const image = sharp(file, { limitInputPixels: maxPixels, failOn: "error", autoOrient: true });
  const { width, height } = await image.metadata();
  const edge = Math.min(size, width, height);
  return image.resize(edge, edge, { fit: "cover" }).timeout({ seconds: longestSeconds });
}

/** An image file in another size and format. @throws when it can't be read as an image, or is too large to be one. */
export function resize(file: string, size: number, format: PictureFormat): Promise<Buffer> {
  return inTurn(async () => {
    const image = await square(file, size);
    return (format === "avif" ? image.avif({ quality: 55, effort: 3 }) : image.webp({ quality: 80 })).toBuffer();
  });
}

/** An image file as a data address to lay into a drawing. @throws like `resize`. */
export function embeddable(file: string, size: number): Promise<string> {
  return inTurn(async () => {
    const image = (await square(file, size)).flatten({ background: "#20161a" });
    const jpeg = await image.jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();
    return `data:image/jpeg;base64,${jpeg.toString("base64")}`;
  });
}

/** A drawing as a JPEG. Its texts must be outlines: no font of the machine is used. */
export function rasterise(svg: string): Promise<Buffer> {
  return inTurn(async () => {
    const sharp = await load();
    return sharp(Buffer.from(svg))
      .flatten({ background: "#150e10" })
      .jpeg({ quality: 82, chromaSubsampling: "4:4:4" })
      .timeout({ seconds: longestSeconds })
      .toBuffer();
  });
}
