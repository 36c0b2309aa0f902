/** Links by which the owner of an address asks for no more e-mails but those about their own business (RFC 8058). */
import { createHmac, timingSafeEqual } from "node:crypto";
import { caseless } from "#server/platform/text.ts";

export interface UnsubscribeLinks {
  /** Returns the path of a link. */
  path(email: string): string;
  /** Returns the e-mail address of a token, in one case; undefined for a token that this site did not make. */
  emailKeyOf(token: string): string | undefined;
}

export const unsubscribePath = "/api/notifications/unsubscribe";

/** @param oldKey also verifies, but does not sign. */
export function createUnsubscribeLinks(key: Buffer, oldKey?: Buffer): UnsubscribeLinks {
  const signature = (emailKey: string, by: Buffer) =>
    createHmac("sha256", by).update(`unsubscribe\n${emailKey}`).digest();
  return {
    path(email) {
      const emailKey = caseless(email);
      const parts = [Buffer.from(emailKey), signature(emailKey, key)].map((part) => part.toString("base64url"));
      return `${unsubscribePath}?token=${parts.join(".")}`;
    },
    emailKeyOf(token) {
      const [address = "", signed = ""] = token.split(".");
      const emailKey = Buffer.from(address, "base64url").toString();
      const actual = Buffer.from(signed, "base64url");
      const isOurs = (by: Buffer) => {
        const expected = signature(emailKey, by);
        return expected.length === actual.length && timingSafeEqual(expected, actual);
      };
      return [key, ...(oldKey ? [oldKey] : [])].some(isOurs) ? emailKey : undefined;
    },
  };
}
