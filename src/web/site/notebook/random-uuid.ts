import { randomKey } from "../../lib/idempotency-key.ts";

/** Returns a random UUID (version 4): `crypto.randomUUID` is missing over plain HTTP. */
export function randomUuid(): string {
  const hex = randomKey();
  const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    "-",
  );
}
