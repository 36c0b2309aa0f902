import { lowestPrice, type OfferedPackage } from "../../../price-look/offer.ts";
import type { ReadApi } from "../../read-api.ts";

/** Fetches the packages on sale, in their order; an administrator's token gets inactive ones too. @throws ApiError */
export async function loadPackages(read: ReadApi): Promise<OfferedPackage[]> {
  const { data } = await read("GET /api/premium-packages", { query: { is_active: true, limit: 100 } });
  return data.packages
    .filter(({ is_active }) => is_active)
    .map(({ id, name, price, duration_days, is_lifetime, description, sort_order }) => ({
      id,
      name,
      price,
      duration_days,
      is_lifetime,
      description,
      sort_order,
    }));
}

/** Fetches what Premium costs at least; undefined while no package is on sale. @throws ApiError */
export async function loadLowestPrice(read: ReadApi): Promise<string | undefined> {
  return lowestPrice(await loadPackages(read));
}
