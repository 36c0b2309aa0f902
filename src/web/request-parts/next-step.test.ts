import { expect, test } from "vitest";
import { nextStep, type RequestRights } from "./next-step.ts";

type Request = Parameters<typeof nextStep>[0];

const fresh: Request = {
  status: "new",
  staff_id: null,
  unread_messages: 0,
  waiting_since: null,
  lyrics_state: null,
  completed_at: null,
  accepted_at: null,
  erased_at: null,
  paid_at: null,
  agreed_price: 299_000,
  songs: [],
  lyrics: [],
};
const own: Request = { ...fresh, status: "processing", staff_id: 3 };
const sent: Request = { ...own, lyrics: [{}] };
const done: Request = { ...sent, status: "completed", songs: [{}], completed_at: "2026-05-04T08:00:00.000Z" };
const time = "2026-05-05T08:00:00.000Z";

const nothing: RequestRights = { mayClaim: false, mayAssign: false, mayWork: false, mayDecide: false };
const member = { ...nothing, mayWork: true };
const admin = { ...member, mayAssign: true, mayDecide: true };

test.each<[string, Request, RequestRights, ReturnType<typeof nextStep>]>([
  ["nobody has it, a member may take it", fresh, { ...nothing, mayClaim: true }, "claim"],
  ["nobody has it, the administrator hands it over", fresh, admin, "assign"],
  ["nobody has it, and there are no members", fresh, { ...admin, mayAssign: false }, "lyrics"],
  ["another's, only read", own, nothing, undefined],
  ["nothing was made", own, member, "lyrics"],
  ["a message is unread", { ...own, unread_messages: 2 }, member, "reply"],
  ["a message of another's request", { ...own, unread_messages: 2 }, nothing, undefined],
  ["lyrics wait for the customer", { ...sent, waiting_since: time, lyrics_state: "waiting" }, member, undefined],
  ["the customer wants other lyrics", { ...sent, lyrics_state: "changes_wanted" }, member, "lyrics"],
  ["lyrics are agreed", { ...sent, lyrics_state: "agreed" }, member, "deliver"],
  ["a song is attached, not handed over", { ...sent, songs: [{}] }, member, undefined],
  ["the customer wants another song", { ...done, status: "processing" }, member, "deliver"],
  ["handed over, not accepted", done, admin, undefined],
  ["accepted, not paid", { ...done, accepted_at: time }, admin, "pay"],
  ["accepted, not paid, for a member", { ...done, accepted_at: time }, member, undefined],
  ["accepted and free", { ...done, accepted_at: time, agreed_price: 0 }, admin, undefined],
  ["accepted and paid", { ...done, accepted_at: time, paid_at: time }, admin, undefined],
  ["cancelled", { ...own, status: "cancelled", unread_messages: 1 }, admin, undefined],
  ["erased", { ...done, accepted_at: time, erased_at: time }, admin, undefined],
])("%s", (_, request, rights, step) => {
  expect(nextStep(request, rights)).toBe(step);
});
