/** What the administrator sets for the whole site. */
import { z } from "zod";
import type { Endpoints } from "./endpoint.ts";

/** The price of a song made to order. */
export const SongPricing = z
  .object({
    /** đồng */
    base_price: z.int(),
    currency: z.string(),
    description: z.string(),
    features: z.array(z.string()),
  })
  .meta({ id: "SongPricing" });
export type SongPricing = z.output<typeof SongPricing>;

/** Until the administrator saves another. */
export const defaultSongPricing: SongPricing = {
  base_price: 299_000,
  currency: "VND",
  description: "Bài hát viết riêng theo câu chuyện của bạn",
  features: ["Sáng tác nguyên bản", "Thu âm chuyên nghiệp", "File âm thanh chất lượng cao", "Chuyển giao bản quyền"],
};

export const settings = {
  "GET /api/song-requests/public/pricing": {
    access: "public",
    tag: "Đặt bài hát",
    summary: "Giá một bài hát viết riêng",
    reply: SongPricing,
  },
} as const satisfies Endpoints;
