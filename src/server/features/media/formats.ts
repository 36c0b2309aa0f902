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
} as const;

export type AudioExtension = (typeof audioExtensions)[number];
export type ImageExtension = "jpg" | "png" | "webp";

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
