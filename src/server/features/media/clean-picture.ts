/**
 * Writes a picture anew without the data of its camera, place and time. It runs in a helper process: a hostile picture can cost
 * much memory and time.
 */
import sharp from "sharp";
import type { ImageExtension } from "./formats.ts";

/** Largest picture, in pixels; guards against decompression bombs. */
const maxPixels = 50_000_000;
/** Of the formats that lose something with each writing. */
const quality = 90;

/**
 * Writes the pixels of a picture to another file, upright, in their size and format. Of an animation the first picture stays.
 * @returns false for what is no picture, or has too many pixels.
 */
export async function cleanPicture(file: string, copy: string, extension: ImageExtension): Promise<boolean> {
  sharp.concurrency(1);
  // A damaged picture keeps the part that a browser shows.
  const image = sharp(file, { limitInputPixels: maxPixels, failOn: "none", autoOrient: true });
  const facts = await image.metadata().catch(() => undefined);
  if (!facts) return false;
  const chromaSubsampling = facts.chromaSubsampling === "4:4:4" ? "4:4:4" : "4:2:0";
  const formats: Record<ImageExtension, () => typeof image> = {
    jpg: () => image.jpeg({ quality, chromaSubsampling }),
    png: () => image.png(),
    webp: () => image.webp({ quality, smartSubsample: true }),
  };
  return formats[extension]()
    .toFile(copy)
    .then(
      () => true,
      () => false,
    );
}
