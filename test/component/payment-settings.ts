/** Complete API replies about the services that tell of transfers; tests pass the fields that matter. */
import { emptyPaymentConfig, type PaymentConfig, type PaymentProviderStatus } from "#contract/payment-config.ts";
import { type PaymentProvider, paymentProviders } from "#contract/payments.ts";
import { type AdminReceiptSeller, defaultReceiptSeller } from "#contract/receipts.ts";

/** Returns the state of a service that is not used. */
export function aProviderStatus(
  provider: PaymentProvider,
  fields: Partial<PaymentProviderStatus> = {},
): PaymentProviderStatus {
  return {
    provider,
    state: "off",
    received_at: null,
    wrong_signatures: 0,
    wrong_at: null,
    wrong_bytes: null,
    unreadable_calls: 0,
    unreadable_at: null,
    polled_at: null,
    poll_error: null,
    can_poll: false,
    is_silent: false,
    ...fields,
  };
}

/** Returns settings without a service. */
export function somePaymentConfig(fields: Partial<PaymentConfig> = {}): PaymentConfig {
  const providers = paymentProviders.map((provider) => aProviderStatus(provider));
  return { ...emptyPaymentConfig, version: "v1", providers, ...fields };
}

export function aReceiptSeller(fields: Partial<AdminReceiptSeller> = {}): AdminReceiptSeller {
  return { ...defaultReceiptSeller, version: "v1", ...fields };
}
