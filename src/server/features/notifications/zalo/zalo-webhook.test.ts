import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { checkReport } from "./zalo-webhook.ts";

const keys = { appId: "7", secret: "oa-secret-key" };

test.each([
  undefined,
  null,
  5,
  "x".repeat(101),
])("a report counts whatever Zalo's own id of the message is: %s", (msg_id) => {
  const message = { tracking_id: "abc", msg_id };
  const body = JSON.stringify({ event_name: "user_received_message", message, timestamp: 1 });
  const mac = createHash("sha256").update(`${keys.appId}${body}1${keys.secret}`).digest("hex");
  expect(checkReport(Buffer.from(body), `mac=${mac}`, keys)).toEqual({
    received: { trackingId: "abc", messageId: null },
  });
});
