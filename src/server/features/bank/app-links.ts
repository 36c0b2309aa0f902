/**
 * Links that open a banking app on a phone with a payment filled in: the service of vietqr.io, https://vietqr.io/changelog 2.12 to 2.18.
 * The others of its apps only open, so they have no link here.
 */
import type { PaymentDetails } from "#contract/bank.ts";
import { transferPurpose } from "./vietqr.ts";

/** Their names in the order of their customers, by the name in the address. */
const apps = { mb: "MB Bank", bidv: "BIDV SmartBanking", icb: "VietinBank iPay", acb: "ACB ONE", ocb: "OCB OMNI" };

export interface AppPayment {
  bankBin: string;
  accountNumber: string;
  accountHolder: string;
  /** Whole đồng. */
  amount: number;
  /** Content of the transfer. */
  purpose: string;
}

/** Returns the links. @param returnUrl where the app may lead back to; it must not name the private page. */
export function appLinks(payment: AppPayment, returnUrl: string | undefined): PaymentDetails["app_links"] {
  const { bankBin, accountNumber, accountHolder, amount, purpose } = payment;
  return Object.entries(apps).map(([app, name]) => {
    const query = new URLSearchParams({
      app,
      ba: `${accountNumber}@${bankBin}`,
      am: String(amount),
      tn: transferPurpose(purpose),
      bn: transferPurpose(accountHolder),
      ...(returnUrl === undefined ? {} : { url: returnUrl }),
    });
    // As its examples have it: apps may read plain text.
    return { name, url: `https://dl.vietqr.io/pay?${query}`.replaceAll("+", "%20").replace("%40", "@") };
  });
}
