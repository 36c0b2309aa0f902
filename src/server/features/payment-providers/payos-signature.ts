/** The signature of payOS: HMAC-SHA256 over `key=value` of all fields in sorted order, as its own library makes it. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Returns the signature as hex. Values are taken as they are, null as empty, a list as JSON with the keys of its objects sorted. */
export function payosSignature(data: Readonly<Record<string, unknown>>, checksumKey: string): string {
  const line = sortedEntries(data)
    .map(([key, value]) => `${key}=${textOf(value)}`)
    .join("&");
  return createHmac("sha256", checksumKey).update(line).digest("hex");
}

/** Whether a signature is that of the data, compared in constant time. */
export function isPayosSignature(
  data: Readonly<Record<string, unknown>>,
  signature: unknown,
  checksumKey: string,
): boolean {
  if (typeof signature !== "string") return false;
  const [given, right] = [Buffer.from(signature), Buffer.from(payosSignature(data, checksumKey))];
  return given.length === right.length && timingSafeEqual(given, right);
}

function sortedEntries(data: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function textOf(value: unknown): string {
  if (value === null || value === "null" || value === "undefined") return "";
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(
    value.map((each) => (each && typeof each === "object" ? Object.fromEntries(sortedEntries(each)) : each)),
  );
}
