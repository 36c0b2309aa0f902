import type { CustomerOrder } from "#contract/orders.ts";
import { readDraft, writeDraft } from "../../form-draft.ts";

/** The texts of the order form, in their order. */
export const emptyValues = {
  user_name: "",
  user_phone: "",
  user_email: "",
  user_address: "",
  user_telegram: "",
  user_facebook: "",
  user_zalo: "",
  payment_note: "",
  /** "yes" for a gift. */
  "gift.on": "",
  "gift.recipient_name": "",
  "gift.giver_name": "",
  "gift.message": "",
  "gift.opens_on": "",
  "invoice.company": "",
  "invoice.tax_code": "",
  "invoice.address": "",
  "invoice.email": "",
};
export type Name = keyof typeof emptyValues;
export type Values = Record<Name, string>;
export const names = Object.keys(emptyValues) as Name[];

/** Fills the next form in from an order, except for what is typed there already. */
export function fillInFrom({ user_name, user_email }: Pick<CustomerOrder, "user_name" | "user_email">): void {
  const { typed } = readDraft("orderDraft", names);
  writeDraft("orderDraft", { typed: { user_name, user_email, ...typed } });
}
