import { isOwnAddress, servedAddress } from "#contract/file-address.ts";

/** Extensions that the player plays; uploads accept them all. */
export const audioExtensions = ["mp3", "wav", "ogg", "opus", "m4a", "aac", "flac"] as const;

/** Whether a file name or URL has an audio extension. */
export function isAudioName(nameOrUrl: string): boolean {
  const extension = /\.([a-z0-9]+)$/i.exec(pathOf(nameOrUrl))?.[1]?.toLowerCase();
  return audioExtensions.some((known) => known === extension);
}

/** Whether a chosen file is audio, as far as its type or name tells. */
export function isAudioFile({ type, name }: File): boolean {
  return type.startsWith("audio/") || isAudioName(name);
}

/** Returns the URL that makes a browser save the file: through this site where possible, even from object storage. */
export function downloadUrl(src: string, storedUrl: string): string {
  const localUrl = isOwnAddress(src) ? src : servedAddress(storedUrl);
  if (!isOwnAddress(localUrl)) return src;
  return `${localUrl}${localUrl.includes("?") ? "&" : "?"}download=1`;
}

/** Returns the decoded last segment of a URL. */
export function fileName(url: string): string {
  const segment = pathOf(url).split("/").pop() ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/, "");
}
