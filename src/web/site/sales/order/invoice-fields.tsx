import { invoiceRules } from "#contract/invoice-rules.ts";
import { firstError } from "#contract/rules.ts";
import { Field } from "../../../ui/field.tsx";

export const invoiceNames = [
  "company",
  "tax_code",
  "address",
  "email",
] as const satisfies (keyof typeof invoiceRules)[];
export type InvoiceName = (typeof invoiceNames)[number];
export type InvoiceValues = Record<InvoiceName, string>;
export type InvoiceErrors = Partial<Record<InvoiceName, string>>;

export const emptyInvoice: InvoiceValues = { company: "", tax_code: "", address: "", email: "" };

/** Returns the message for a field of an invoice; undefined for a right one. */
export const invoiceError = (name: InvoiceName, value: string) => firstError(value.trim(), invoiceRules[name]);

const looks = {
  company: { label: "Tên công ty", autoComplete: "organization", maxLength: 300 },
  tax_code: { label: "Mã số thuế", inputMode: "numeric" },
  address: { label: "Địa chỉ công ty", maxLength: 500 },
  email: { label: "Email nhận hóa đơn", type: "email", autoComplete: "email" },
} as const;

interface InvoiceFieldsProps {
  values: InvoiceValues;
  errors: InvoiceErrors;
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
      error={errors[name]}
      onChange={({ target }) => onChange(name, target.value)}
    />
  ));
}
