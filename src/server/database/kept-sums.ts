/** The sums that triggers keep, for lists and for the server, which compacts them. */
import type { KeptSums } from "#server/platform/db/kept-sums.ts";

export const keptSums = {
  premium_order_sums: { name: "premium_order_sums", columns: ["status", "payment_status", "package_id"] },
  premium_income_sums: { name: "premium_income_sums", columns: ["payment_status", "package_id"] },
  user_sums: { name: "user_sums", columns: ["is_active", "subscription_type"] },
  delivery_sums: { name: "delivery_sums", columns: ["state", "channel", "event"] },
  song_request_sums: { name: "song_request_sums", columns: ["status", "staff_id"] },
} as const satisfies Record<string, KeptSums>;
