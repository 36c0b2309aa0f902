/** Settings of the whole site. */
import { z } from "zod";
import { type Endpoints, largeBodyLimit } from "./endpoint.ts";
import { amountRules } from "./rules.ts";
import { isWebAddress, type SocialNetwork } from "./social-networks.ts";
import { SeenVersion, Version } from "./version.ts";

const freeChangesRule = "Số lần sửa miễn phí phải là số nguyên từ 0 đến 20";
/** Changes of a song that its price includes. */
export const FreeChanges = z.int(freeChangesRule).min(0, freeChangesRule).max(20, freeChangesRule);

/** The price of a commissioned song. */
export const SongPricing = z
  .object({
    /** đồng */
    base_price: z.int(),
    currency: z.string(),
    description: z.string(),
    features: z.array(z.string()),
    free_changes: z.int().default(2),
  })
  .meta({ id: "SongPricing" });
export type SongPricing = z.output<typeof SongPricing>;

/** The price until the administrator saves another. */
export const defaultSongPricing: SongPricing = {
  base_price: 299_000,
  currency: "VND",
  description: "Bài hát viết riêng theo câu chuyện của bạn",
  features: [
    "Người viết lời theo chuyện của bạn",
    "AI phổ nhạc và hát",
    "File âm thanh chất lượng cao",
    "Chuyển giao bản quyền",
  ],
  free_changes: 2,
};

const priceRule = "Giá phải là số nguyên không âm";

/** The price as the administrator saves it. */
export const SongPricingBody = z.object({
  base_price: z.int(priceRule).min(0, priceRule).max(amountRules.max, "Giá quá lớn"),
  currency: z
    .string("Vui lòng nhập đơn vị tiền tệ")
    .trim()
    .min(1, "Vui lòng nhập đơn vị tiền tệ")
    .max(10, "Đơn vị tiền tệ không được dài quá 10 ký tự"),
  description: z.string("Mô tả không hợp lệ").trim().max(2000, "Mô tả không được dài quá 2000 ký tự"),
  features: z
    .array(
      z
        .string("Mục không hợp lệ")
        .trim()
        .min(1, "Mục không được để trống")
        .max(200, "Mục không được dài quá 200 ký tự"),
      "Danh sách không hợp lệ",
    )
    .max(50, "Không được có quá 50 mục")
    .refine((lines) => new Set(lines).size === lines.length, "Mỗi mục chỉ ghi một lần"),
  free_changes: FreeChanges,
});
export type SongPricingBody = z.output<typeof SongPricingBody>;

/** Fields that are left out keep their values. */
export const SongPricingChange = SongPricingBody.partial().extend({ version: SeenVersion });
export type SongPricingChange = z.output<typeof SongPricingChange>;

/** The price as the administrator sees it. */
export const AdminSongPricing = SongPricing.extend({ version: Version }).meta({ id: "AdminSongPricing" });
export type AdminSongPricing = z.output<typeof AdminSongPricing>;

const socialLink = z
  .string("Địa chỉ không hợp lệ")
  .trim()
  .max(300, "Không được dài quá 300 ký tự")
  .refine((text) => text === "" || isWebAddress(text), "Địa chỉ phải bắt đầu bằng https:// hoặc http://");

/** The site's pages in social networks; an empty address for none. */
export const SocialLinks = z
  .object({
    facebook: socialLink,
    youtube: socialLink,
    tiktok: socialLink,
    instagram: socialLink,
    zalo: socialLink,
  } satisfies Record<SocialNetwork, typeof socialLink>)
  .meta({ id: "SocialLinks" });
export type SocialLinks = z.output<typeof SocialLinks>;

/** The site has no such pages until the administrator saves one. */
export const defaultSocialLinks: SocialLinks = { facebook: "", youtube: "", tiktok: "", instagram: "", zalo: "" };

/** Fields that are left out keep their values. */
export const SocialLinksChange = SocialLinks.partial().extend({ version: SeenVersion });
export type SocialLinksChange = z.output<typeof SocialLinksChange>;

/** The links as the administrator sees them. */
export const AdminSocialLinks = SocialLinks.extend({ version: Version }).meta({ id: "AdminSocialLinks" });
export type AdminSocialLinks = z.output<typeof AdminSocialLinks>;

const configuration = "Cấu hình";

export const settings = {
  "GET /api/admin/config/song-pricing": {
    access: ["admin"],
    tag: configuration,
    summary: "Giá một bài hát viết riêng",
    reply: AdminSongPricing,
  },
  "PUT /api/admin/config/song-pricing": {
    access: ["admin"],
    tag: configuration,
    summary: "Lưu giá một bài hát viết riêng",
    body: SongPricingChange,
    bodyLimit: largeBodyLimit,
    reply: AdminSongPricing,
  },
  "GET /api/song-requests/public/pricing": {
    access: "public",
    tag: "Đặt bài hát",
    summary: "Giá một bài hát viết riêng",
    reply: SongPricing,
  },
  "GET /api/admin/config/social-links": {
    access: ["admin"],
    tag: configuration,
    summary: "Các trang mạng xã hội của trang web",
    reply: AdminSocialLinks,
  },
  "PUT /api/admin/config/social-links": {
    access: ["admin"],
    tag: configuration,
    summary: "Lưu các trang mạng xã hội của trang web",
    body: SocialLinksChange,
    confirmed: true,
    reply: AdminSocialLinks,
  },
  "GET /api/social-links": {
    access: "public",
    tag: configuration,
    summary: "Các trang mạng xã hội của trang web; địa chỉ trống là không có",
    reply: SocialLinks,
  },
} as const satisfies Endpoints;
