/** The social networks that the site can link to, with their names, in the order of the footer. No zod here: public pages load this module. */
export const socialNetworks = {
  facebook: "Facebook",
  youtube: "YouTube",
  tiktok: "TikTok",
  instagram: "Instagram",
  zalo: "Zalo",
} as const;

export type SocialNetwork = keyof typeof socialNetworks;
/** The address of the site's page in each network; empty for none. */
export type SocialLinks = Record<SocialNetwork, string>;

/** Returns whether a text is an address that a link of the footer may have: http or https. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
