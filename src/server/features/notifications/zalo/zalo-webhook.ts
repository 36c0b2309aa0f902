/** Reports of Zalo: that a message reached its phone. */
import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";

const text = z.union([z.string(), z.number()]).transform(String);
const Report = z.object({ timestamp: text });
const Received = z.object({
  event_name: z.literal("user_received_message"),
  message: z.object({
    tracking_id: z.string().regex(/^[A-Za-z0-9]{1,48}$/),
    msg_id: z.string().max(100).optional().catch(undefined),
  }),
});

/** A report whose signature is right; `received` is the message that it tells of, if it does. */
export interface CheckedReport {
  received: { trackingId: string; messageId: string | null } | undefined;
}

/**
 * Checks the signature of a report: `mac=` and the SHA-256 of app, body, time in the body and secret, one after the other.
 * @returns undefined for a report that is not Zalo's.
 */
export function checkReport(
  body: Buffer,
  signature: string | undefined,
  { appId, secret }: { appId: string; secret: string },
): CheckedReport | undefined {
  const report = parse(body);
  const signed = Report.safeParse(report);
  const given = /^(?:mac ?= ?)?([0-9a-f]{64})$/i.exec(signature?.trim() ?? "")?.[1];
  if (!signed.success || given === undefined) return undefined;
  const hash = createHash("sha256").update(appId).update(body).update(signed.data.timestamp).update(secret).digest();
  if (!timingSafeEqual(hash, Buffer.from(given, "hex"))) return undefined;
  const received = Received.safeParse(report);
  if (!received.success) return { received: undefined };
  const { tracking_id, msg_id } = received.data.message;
  return { received: { trackingId: tracking_id, messageId: msg_id ?? null } };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
