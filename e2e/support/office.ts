/** Records of the back office as customers make them, and the way into its screens. */
import type { Page } from "@playwright/test";
import type { PayableOrder } from "../../src/contract/orders.ts";
import type { PremiumPackage } from "../../src/contract/premium-packages.ts";
import type { CustomerRequest } from "../../src/contract/requests.ts";
import type { Site } from "./site.ts";
import { open, storeToken } from "./test.ts";

/** Opens a screen as the administrator. */
export async function openOffice(page: Page, site: Site, address: string): Promise<void> {
  await storeToken(page, await site.asAdmin(), "admin");
  await open(page, address);
}

/** Adds a package of a year for 399.000 ₫. */
export async function addPackage(site: Site): Promise<PremiumPackage> {
  return site.api<PremiumPackage>("POST /api/admin/premium-packages", {
    token: await site.asAdmin(),
    json: { name: "Gói năm", price: 399_000, duration_days: 365, is_lifetime: false },
  });
}

interface OrderFields {
  package_id: number;
  user_name: string;
  user_email?: string;
  user_phone?: string;
}

/** Orders a package as a user, or as a visitor without a token. */
export function orderPackage(site: Site, fields: OrderFields, token?: string): Promise<PayableOrder> {
  const json = { user_phone: "0903 555 142", user_email: "lan@example.com", ...fields };
  return site.api<PayableOrder>("POST /api/premium-orders", { token, json });
}

/** Requests a song as a visitor. */
export function requestSong(site: Site, customer_name: string): Promise<CustomerRequest> {
  const multipart = new FormData();
  const fields = { customer_name, customer_email: "lan@example.com", request_content: "Một bài mừng sinh nhật mẹ" };
  for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
  return site.api<CustomerRequest>("POST /api/song-requests", { multipart });
}
