import type { PayableOrder } from "#contract/orders.ts";
import type { ReadApi } from "../../read-api.ts";

/** Fetches the order of a private address. @throws ApiError `not_found` for an unknown one */
export async function loadOrder(read: ReadApi, token: string): Promise<PayableOrder> {
  return (await read("GET /api/orders/{token}", { params: { token } })).data;
}
