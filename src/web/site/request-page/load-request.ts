import type { CustomerRequest } from "#contract/requests.ts";
import type { ReadApi } from "../read-api.ts";

/** Fetches the request of a private address. @throws ApiError `not_found` for an unknown one */
export async function loadRequest(read: ReadApi, token: string): Promise<CustomerRequest> {
  return (await read("GET /api/requests/{token}", { params: { token } })).data;
}
