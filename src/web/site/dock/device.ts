/** This browser among the devices of an account. */
import type { DeviceKind } from "#contract/queue-rules.ts";
import { readStored, writeStored } from "../../lib/storage.ts";

/** After “từ”. */
export const deviceNames: Record<DeviceKind, string> = {
  phone: "điện thoại",
  tablet: "máy tính bảng",
  computer: "máy tính",
};

/** Returns what a device is. @param touches points of touch, by which an iPad that calls itself a Mac is known */
export function deviceKindOf(userAgent: string, touches: number): DeviceKind {
  if (/iPad|Tablet/.test(userAgent) || (/Macintosh/.test(userAgent) && touches > 1)) return "tablet";
  if (/Mobi|iPhone/.test(userAgent)) return "phone";
  return userAgent.includes("Android") ? "tablet" : "computer";
}

let made: string | undefined;

/** Returns the random id of this browser, of this page where nothing can be stored. */
export function deviceId(): string {
  const stored = readStored("device");
  if (stored) return stored;
  made ??= randomId();
  writeStored("device", made);
  return made;
}

/** A UUID, also in pages without a secure context. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
