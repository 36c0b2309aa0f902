/** Which files are heard and where they are, told by their names. */

/** What the player plays; all of it is also taken on upload. */
export const audioExtensions = ["mp3", "wav", "ogg", "opus", "m4a", "aac", "flac"] as const;

/** Whether a file's name, or the address of one, says that it is audio. */
export function isAudioName(nameOrAddress: string): boolean {
  const extension = /\.([a-z0-9]+)$/i.exec(pathOf(nameOrAddress))?.[1]?.toLowerCase();
  return audioExtensions.some((known) => known === extension);
}

/** The address a browser reads a file from: what is kept in object storage or among the uploads is had from this site. */
export function fileAddress(address: string): string {
  return address.startsWith("R2:") ? `/uploads/${address.slice("R2:".length)}` : address;
}

/**
 * The address that a browser saves a file from, not shows it: this site names what lies among the uploads, wherever it is.
 * @param src where it is heard. @param kept the address as it is kept.
 */
export function downloadAddress(src: string, kept: string): string {
  const own = src.startsWith("/uploads/") ? src : fileAddress(kept);
  if (!own.startsWith("/uploads/")) return src;
  return `${own}${own.includes("?") ? "&" : "?"}download=1`;
}

/** The last part of an address, for people. */
export function fileName(address: string): string {
  const last = pathOf(address).split("/").pop() ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function pathOf(address: string): string {
  return address.replace(/[?#].*$/, "");
}
