/** Types of stored files, by their extensions. */

export const contentTypes = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  flac: "audio/flac",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  aac: "audio/aac",
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  mp4: "video/mp4",
  mov: "video/quicktime",
  "3gp": "video/3gpp",
  webm: "video/webm",
  mkv: "video/x-matroska",
  avi: "video/x-msvideo",
} as const;

export type AudioExtension = (typeof audioExtensions)[number];
export type ImageExtension = "jpg" | "png" | "webp";
export type VideoExtension = "mp4" | "mov" | "3gp" | "webm" | "mkv" | "avi";

export const audioExtensions = ["mp3", "m4a", "flac", "ogg", "opus", "wav", "aac"] as const;

/** Bytes that `imageExtension` needs. */
export const imageHeadBytes = 16;

/** Returns the extension of an image by its signature; undefined for anything else. @param head its first 16 bytes. */
export function imageExtension(head: Uint8Array): ImageExtension | undefined {
  const text = Buffer.from(head.subarray(0, imageHeadBytes)).toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return "jpg";
  if (text.startsWith("\x89PNG\r\n\x1a\n") && text.endsWith("IHDR")) return "png";
  return /^RIFF.{4}WEBP/s.test(text) ? "webp" : undefined;
}

/** Bytes that `videoExtension` needs. */
export const videoHeadBytes = 64;

/** Returns the extension of a video by its signature; undefined for anything else. @param head its first 64 bytes. */
export function videoExtension(head: Uint8Array): VideoExtension | undefined {
  const text = Buffer.from(head.subarray(0, videoHeadBytes)).toString("latin1");
  const brand = /^[\s\S]{4}ftyp([\s\S]{4})/.exec(text)?.[1];
  // Brands of audio alone and of pictures are no video.
  if (brand !== undefined) {
    if (/^(?:M4[AB]|hei|hev|mif|avi|crx)/.test(brand)) return undefined;
    return brand === "qt  " ? "mov" : brand.startsWith("3g") ? "3gp" : "mp4";
  }
  if (text.startsWith("\x1a\x45\xdf\xa3")) return text.includes("webm") ? "webm" : "mkv";
  return /^RIFF[\s\S]{4}AVI /.test(text) ? "avi" : undefined;
}
