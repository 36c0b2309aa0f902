/** The iframe of a song's player on other sites. No zod here: public pages load this module. */

/** Size of the player in pixels; the width is a maximum. */
export const playerSize = { width: 640, height: 180 };

interface FrameSize {
  /** Pixels; undefined for the available width, up to that of the player. */
  width?: number;
  height?: number;
}

/** Returns the HTML of the iframe. @param origin without a trailing slash. */
export function embedFrame(
  origin: string,
  { id, title }: { id: number; title: string },
  { width, height = playerSize.height }: FrameSize = {},
): string {
  const maxWidth = width === undefined ? `${playerSize.width}px` : "100%";
  return (
    `<iframe src="${escapeHtml(origin)}/embed/songs/${id}" width="${width ?? "100%"}" height="${height}" title="${escapeHtml(title)}"` +
    ` style="border:0;border-radius:18px;max-width:${maxWidth}" loading="lazy" allow="autoplay"></iframe>`
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&"'<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
