/** Describes songs for embedding by other sites (oembed.com, version 1.0). */
import { z } from "zod";
import { embedFrame, playerSize } from "#contract/embed.ts";
import { wholeNumber } from "#contract/endpoint.ts";
import { type SharedSong, sharePicture } from "#contract/pictures.ts";

const pixels = (name: string) => wholeNumber(1, 100_000, `${name} phải là số nguyên dương`).optional();

export const OEmbedQuery = z.object({
  url: z.string("Thiếu địa chỉ của bài hát").max(2000, "Địa chỉ quá dài"),
  format: z.string("Định dạng không hợp lệ").default("json"),
  maxwidth: pixels("maxwidth"),
  maxheight: pixels("maxheight"),
});
export type OEmbedQuery = z.output<typeof OEmbedQuery>;

const brand = "Ngân Nga";
/** Size of a share picture in pixels. */
const picture = { width: 1200, height: 630 };
/** Seconds for which a response may be cached; the frame itself always shows the current song. */
export const cacheAge = 24 * 60 * 60;

/** Returns the song id in the URL of a song's page at this origin; undefined for any other URL. */
export function songIdOf(address: string, origin: string): number | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const id = url.origin === origin ? /^\/songs\/([1-9]\d{0,14})\/?$/.exec(url.pathname)?.[1] : undefined;
  return id === undefined ? undefined : Number(id);
}

/** Returns the oEmbed response of a song, within the requested size. */
export function describeEmbed(
  origin: string,
  song: SharedSong,
  { maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY }: OEmbedQuery,
) {
  const { title, artist } = song;
  const width = Math.min(playerSize.width, maxwidth);
  const height = Math.min(playerSize.height, maxheight);
  const fitsPicture = picture.width <= maxwidth && picture.height <= maxheight;
  return {
    version: "1.0",
    type: "rich",
    provider_name: brand,
    provider_url: origin,
    title,
    author_name: artist || brand,
    cache_age: cacheAge,
    html: embedFrame(origin, song, { width, height }),
    width,
    height,
    ...(fitsPicture
      ? {
          thumbnail_url: origin + sharePicture(song),
          thumbnail_width: picture.width,
          thumbnail_height: picture.height,
        }
      : {}),
  };
}
