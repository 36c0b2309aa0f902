import type { PaymentProvider } from "#contract/payments.ts";

/** The services that tell of transfers, as they call themselves. */
export const providerNames: Readonly<Record<PaymentProvider, string>> = {
  sepay: "SePay",
  casso: "Casso",
  payos: "payOS",
};
