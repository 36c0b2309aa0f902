import { invoiceRules } from "#contract/invoice-rules.ts";
import { firstError } from "#contract/rules.ts";
import type { Errors, Values } from "../../../lib/use-public-form.ts";
import { Field } from "../../../ui/field.tsx";

export const invoiceNames = [
  "company",
  "tax_code",
  "address",
  "email",
] as const satisfies (keyof typeof invoiceRules)[];
export type InvoiceName = (typeof invoiceNames)[number];
export type InvoiceValues = Record<InvoiceName, string>;

export const emptyInvoice: InvoiceValues = { company: "", tax_code: "", address: "", email: "" };

/** Returns what an invoice of a form's texts lacks, by the names of the controls. */
export const checkInvoice = (texts: Values): Errors =>
  Object.fromEntries(
    invoiceNames.map((name) => {
      const text = texts[`invoice.${name}`] ?? "";
      return [`invoice.${name}`, firstError(text.trim(), invoiceRules[name])];
    }),
  );

const looks = {
  company: { label: "Tên công ty", autoComplete: "organization", maxLength: 300 },
  tax_code: { label: "Mã số thuế", inputMode: "numeric" },
  address: { label: "Địa chỉ công ty", maxLength: 500 },
  email: { label: "Email nhận hóa đơn", type: "email", autoComplete: "email" },
} as const;

interface InvoiceFieldsProps {
  values: InvoiceValues;
  /** Those of the form. */
  errors: Errors;
  onChange(name: InvoiceName, value: string): void;
}

/** What a VAT invoice needs. The inputs are named `invoice.company` and so on. */
export function InvoiceFields({ values, errors, onChange }: InvoiceFieldsProps) {
  return invoiceNames.map((name) => (
    <Field
      key={name}
      {...looks[name]}
      name={`invoice.${name}`}
      value={values[name]}
      error={errors[`invoice.${name}`]}
      onChange={({ target }) => onChange(name, target.value)}
    />
  ));
}
