/** Image processing with sharp, which is loaded with the first image, within limits of memory and CPU. */
import { availableParallelism } from "node:os";
import type SharpLibrary from "sharp";
import type { Sharp } from "sharp";
import type { PictureFormat } from "#contract/pictures.ts";
import { atMost } from "#server/platform/at-most.ts";

/** Largest source, in pixels; guards against decompression bombs. */
const maxPixels = 50_000_000;
const timeoutSeconds = 20;

let loading: Promise<typeof SharpLibrary> | undefined;

function load(): Promise<typeof SharpLibrary> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}

const limit = atMost(availableParallelism() > 2 ? 2 : 1);

/** Crops the centre of an image to a square, upright and without metadata; never larger than the source. */
async function square(file: string, size: number): Promise<Sharp> {
  const sharp = await load();
  const image = sharp(file, { limitInputPixels: maxPixels, failOn: "error", autoOrient: true });
  const { width, height } = await image.metadata();
  const edge = Math.min(size, width, height);
  return image.resize(edge, edge, { fit: "cover" }).timeout({ seconds: timeoutSeconds });
}

/** Returns an image file in another size and format. @throws when it is not a valid image or too large. */
export function resize(file: string, size: number, format: PictureFormat): Promise<Buffer> {
  return limit(async () => {
    const image = await square(file, size);
    return (format === "avif" ? image.avif({ quality: 55, effort: 3 }) : image.webp({ quality: 80 })).toBuffer();
  });
}

/** Returns an image file as a data URL for a drawing. @throws as `resize`. */
export function toDataUrl(file: string, size: number): Promise<string> {
  return limit(async () => {
    const image = (await square(file, size)).flatten({ background: "#20161a" });
    const jpeg = await image.jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();
    return `data:image/jpeg;base64,${jpeg.toString("base64")}`;
  });
}

/** Renders a drawing of few colours as a PNG. Its text must be outlines: no system font is used. */
export function rasteriseSharply(svg: string): Promise<Buffer> {
  return limit(async () => {
    const sharp = await load();
    return sharp(Buffer.from(svg)).png({ palette: true, colours: 32 }).timeout({ seconds: timeoutSeconds }).toBuffer();
  });
}

/** Renders a drawing as a JPEG. Its text must be outlines: no system font is used. */
export function rasterise(svg: string): Promise<Buffer> {
  return limit(async () => {
    const sharp = await load();
    return sharp(Buffer.from(svg))
      .flatten({ background: "#150e10" })
      .jpeg({ quality: 82, chromaSubsampling: "4:4:4" })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer();
  });
}
