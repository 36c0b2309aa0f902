/**
 * VietQR: the text of a QR code that banking apps fill a transfer in from (EMVCo as NAPAS profiles it). Each field is two digits of its
 * number, two of its length, and the value.
 */
import { fold } from "#contract/fold.ts";

export interface Transfer {
  /** NAPAS number of the bank, six digits. */
  bankBin: string;
  /** Letters or digits, 19 at most. */
  accountNumber: string;
  /** Whole đồng; without one the customer types it. */
  amount?: number | undefined;
  /** Content of the transfer. */
  purpose?: string | undefined;
}

/** Signs that every bank takes in the content of a transfer. */
const maxPurpose = 25;

/** Returns a content that banks take: A–Z, 0–9 and blanks, 25 at most. */
export function transferPurpose(text: string): string {
  return fold(text)
    .toUpperCase()
    .replace(/[^A-Z0-9 ]+/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, maxPurpose)
    .trimEnd();
}

/** Returns the text of the code: for one transfer with an amount, else for any number of them. */
export function vietQr({ bankBin, accountNumber, amount, purpose }: Transfer): string {
  const content = transferPurpose(purpose ?? "");
  return vietQrText({ bankBin, accountNumber, amount, fields: content === "" ? [] : [["08", content]] });
}

/** @param fields of the additional data: number and value. */
export function vietQrText({
  bankBin,
  accountNumber,
  amount,
  fields,
  isDynamic = amount !== undefined,
}: Omit<Transfer, "purpose"> & { fields: readonly (readonly [string, string])[]; isDynamic?: boolean }): string {
  const beneficiary = field("00", bankBin) + field("01", accountNumber);
  const text = [
    field("00", "01"),
    field("01", isDynamic ? "12" : "11"),
    field("38", field("00", "A000000727") + field("01", beneficiary) + field("02", "QRIBFTTA")),
    field("53", "704"),
    amount === undefined ? "" : field("54", String(amount)),
    field("58", "VN"),
    fields.length === 0 ? "" : field("62", fields.map(([id, value]) => field(id, value)).join("")),
    "6304",
  ].join("");
  return text + crc(text);
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, "0") + value;
}

/** CRC-16/CCITT-FALSE of an ASCII text, as four hex digits. */
export function crc(text: string): string {
  let sum = 0xffff;
  for (const byte of Buffer.from(text, "latin1")) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1;
  }
  return (sum & 0xffff).toString(16).toUpperCase().padStart(4, "0");
}
