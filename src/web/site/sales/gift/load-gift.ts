import type { PublicGift } from "#contract/gifts.ts";
import type { ReadApi } from "../../read-api.ts";

/** Fetches a gift by its address. @throws ApiError `not_found` for an unknown one */
export async function loadGift(read: ReadApi, secret: string): Promise<PublicGift> {
  return (await read("GET /api/gifts/{secret}", { params: { secret } })).data;
}
