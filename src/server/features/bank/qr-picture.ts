/** QR codes as PNG, to save on a phone: one bit for each pixel, made from the modules without an image library. */
import { crc32, deflateSync } from "node:zlib";
import { encode } from "uqr";

/** Pixels of a module, so that banking apps find the code in the picture. */
const modulePixels = 16;
/** Modules around the code that scanners need. */
const quietZone = 4;
const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** Returns the code as PNG, black on white. */
export function qrPng(text: string): Buffer {
  const { data: modules, size } = encode(text, { ecc: "M", border: quietZone });
  const pixels = size * modulePixels;
  const lines = modules.flatMap((row) => Array<Buffer>(modulePixels).fill(scanline(row, pixels)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  // One bit, greyscale; compression, filter and interlacing have their only or plain kind.
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(lines))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Returns the bits of a line of pixels, behind the byte that names its filter: none. */
function scanline(modules: readonly boolean[], pixels: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(pixels / 8), 0xff);
  line.writeUInt8(0, 0);
  // A module is two whole bytes wide.
  for (const [at, isBlack] of modules.entries()) if (isBlack) line.fill(0, 1 + 2 * at, 3 + 2 * at);
  return line;
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
