/** The frame in which another site shows a song's player. No zod here: public pages load this module. */

/** Pixels that the player is drawn for; it is as wide as it may be up to this. */
export const playerSize = { width: 640, height: 180 };

interface FrameSize {
  /** Pixels; undefined for as wide as the player and its place allow. */
  width?: number;
  height?: number;
}

/** The HTML of the frame. @param origin without a slash at the end */
export function embedFrame(
  origin: string,
  { id, title }: { id: number; title: string },
  { width, height = playerSize.height }: FrameSize = {},
): string {
  const widest = width === undefined ? `${playerSize.width}px` : "100%";
  return (
    `<iframe src="${escaped(origin)}/embed/songs/${id}" width="${width ?? "100%"}" height="${height}" title="${escaped(title)}"` +
    ` style="border:0;border-radius:18px;max-width:${widest}" loading="lazy" allow="autoplay"></iframe>`
  );
}

function escaped(text: string): string {
  return text.replace(/[&"'<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
