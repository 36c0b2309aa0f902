import { songCover } from "#art/cover.ts";

/** Edge of the picture, in pixels. */
const size = 512;

/**
 * Returns the drawn cover of a song as the address of a PNG, since the system's controls show no drawings.
 * @throws where the browser can't make one
 */
export async function coverPicture(id: number, title: string): Promise<string> {
  const drawing = new Image(size, size);
  const svg = songCover(id, title).replace(
    "<svg",
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"`,
  );
  drawing.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await drawing.decode();
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser draws no pictures.");
  context.drawImage(drawing, 0, 0, size, size);
  return canvas.toDataURL("image/png");
}
