/** The memory of this device of a gift: the id of its heart, and whether the gift is given from here. */
import { randomKey } from "../../../lib/idempotency-key.ts";
import { readStored, writeStored } from "../../../lib/storage.ts";

interface StoredGift {
  /** Of this device, for its heart. */
  device?: string;
  hasHeart?: boolean;
  /** The giver made or saw the gift here: opening it is no news. */
  isOwn?: boolean;
}

function read(secret: string): StoredGift {
  try {
    const value: unknown = JSON.parse(readStored(`gift:${secret}`) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

const write = (secret: string, change: StoredGift) =>
  writeStored(`gift:${secret}`, JSON.stringify({ ...read(secret), ...change }));

export const isOwnGift = (secret: string): boolean => read(secret).isOwn === true;
export const markOwnGift = (secret: string): void => {
  if (!isOwnGift(secret)) write(secret, { isOwn: true });
};

export const hasHeart = (secret: string): boolean => read(secret).hasHeart === true;
export const markHeart = (secret: string): void => write(secret, { hasHeart: true });

/** Returns the id of this device's heart, the same each time where the browser keeps it. */
export function heartIdOf(secret: string): string {
  const stored = read(secret).device;
  if (typeof stored === "string" && /^[0-9a-f]{32}$/.test(stored)) return stored;
  const device = randomKey();
  write(secret, { device });
  return device;
}
