/** The life of a request as a table: the outcome of each pair of state and command of `test/cases/request-life.ts`. */
import { expect, test } from "vitest";
import { isApiError } from "#contract/errors.ts";
import type { LyricsState } from "#contract/request-lyrics.ts";
import {
  type ActorName,
  type Case,
  type CaseCommand,
  type CaseState,
  type CaseStep,
  lineOf,
  type MemberName,
  memberNames,
  type Observed,
  sections,
  standardPrice,
  stepText,
  tableOf,
  waiting,
  wish,
} from "#test/cases/request-life.ts";
import type { LyricsChange } from "./lyrics-life.ts";
import {
  answerCustomer,
  type CustomerCommand,
  type Outcome,
  type RequestMessage,
  type RequestState,
  type WorkCommand,
  type Worker,
  workOn,
} from "./request-life.ts";
import { dueAfter, dueAfterWait } from "./working-days.ts";

const now = Date.parse("2026-03-04T03:00:00.000Z");
const iso = (hours: number) => new Date(now + hours * 3_600_000).toISOString();

const memberId = (name: MemberName | "nobody") => (name === "nobody" ? null : memberNames.indexOf(name) + 1);
const nameOf = (id: number | null) => (id === null ? "nobody" : (memberNames[id - 1] ?? "unknown"));
const versionId = (number: number) => 100 + number;
const lyricsId = (number: number) => 200 + number;
const songId = 7;
const queueWait = Date.UTC(3000, 0) - Date.UTC(2000, 0);

function stateOf({
  status,
  member,
  versions = [],
  lyrics = [],
  accepted,
  steps = [],
  ...given
}: CaseState): RequestState {
  const isOpen = status === "new" || status === "processing";
  const brief = {
    occasion: null,
    recipient: null,
    mood: null,
    voice: null,
    genre: null,
    tempo: null,
    words_wanted: null,
    words_unwanted: null,
    name_pronunciation: null,
    reference_file: null,
    reference_file_name: null,
    budget: null,
    request_content: "Một bài hát mừng sinh nhật",
  };
  const customer = { user_id: null, customer_name: "Lan", customer_email: "lan@example.com", customer_phone: null };
  const waits = lyrics.at(-1) === "waiting";
  const queue = waits ? new Date(Date.parse(iso(24)) + queueWait).toISOString() : iso(24);
  return {
    row: {
      id: 1,
      code: "HR2345678K",
      page_token: "x",
      ...customer,
      ...brief,
      received_amount: 0,
      free_changes: 2,
      changes_done: 0,
      admin_notes: null,
      staff_notes: null,
      status,
      staff_id: memberId(member ?? "nobody"),
      due_at: iso(24),
      queue: isOpen ? queue : "8999-01-01T00:00:00.000Z",
      agreed_price: given.price ?? standardPrice,
      accepted_song_id: accepted === undefined || accepted === 0 ? null : versionId(accepted),
      accepted_at: accepted === undefined ? null : iso(-12),
      paid_at: given.paid ? iso(-6) : null,
      consent_at: given.consent ? iso(-6) : null,
      song_id: given.song === undefined ? null : songId,
      created_at: iso(-48),
      updated_at: iso(-24),
      completed_at: status === "completed" ? iso(-24) : null,
      erased_at: given.erased ? iso(-1) : null,
      waiting_since: waits ? iso(-48) : null,
    },
    lyrics: lyrics
      .map((state, index) => ({
        id: lyricsId(index + 1),
        number: index + 1,
        state,
        text: "Dòng một\n\nDòng ba",
        answer: null,
        notes: state === "changes_wanted" ? [{ line: 0, text: wish }] : [],
      }))
      .reverse(),
    versions: versions
      .map((version, index) => ({
        id: versionId(index + 1),
        number: index + 1,
        delivered_at: version === "heard" ? iso(-20) : null,
        title: null,
        dedication: null,
        lyrics: null,
        lines: null,
        note: null,
      }))
      .reverse(),
    steps: [{ kind: "received" as const, by: "customer" as const }, ...steps].map((step: CaseStep) => {
      const { kind, by, text, second, version } = step;
      const shown = { text: text ?? null, second: second ?? null, version: version ?? null };
      return { kind, ...shown, actor_kind: by ?? "admin", created_at: iso(-10) };
    }),
    activeMembers: new Map(memberNames.flatMap((name, index) => (name === "Dung" ? [] : [[index + 1, name]]))),
  };
}

function workerOf(actor: Exclude<ActorName, "customer">): Worker {
  if (actor === "Quỳnh") return { kind: "admin" };
  return { kind: "staff", id: memberId(actor) ?? 0, name: actor, isSupervisor: actor === "Chi" };
}

function outcomesOf(state: RequestState, actor: ActorName, command: CaseCommand): Outcome[] {
  const answer = (given: CustomerCommand) => answerCustomer(state, given, now);
  const work = (given: WorkCommand) => workOn(state, workerOf(actor as Exclude<ActorName, "customer">), given, now);
  switch (command.do) {
    case "claim":
      return work({ kind: "assign", staffId: undefined });
    case "assign":
      return work({ kind: "assign", staffId: memberId(command.to), reason: command.reason });
    case "save": {
      const { status, to, price: agreed_price, paid: is_paid, notes } = command;
      const staff_id = to === undefined ? undefined : memberId(to);
      const named = actor === "Quỳnh" ? { admin_notes: notes } : { staff_notes: notes };
      return work({ kind: "save", fields: { status, staff_id, agreed_price, is_paid, ...named } });
    }
    case "attach":
      return work({ kind: "attach" });
    case "withdraw":
      return work({ kind: "withdraw", versionId: versionId(command.version), reason: "Nhầm bản" });
    case "publish":
      return work({ kind: "publish", songId });
    case "remove":
      return work({ kind: "remove" });
    case "accept":
      return answer({ kind: "accept", version_id: versionId(command.version), agreed_price: command.price });
    case "wish": {
      const { version, text, second } = command;
      return answer({ kind: "wish", version_id: versionId(version), text, second });
    }
    case "consent":
      return answer({ kind: "consent", consent: command.consent });
    case "send lyrics": {
      const [number, state] = (command.after ?? "").split(" ") as [string, LyricsState];
      const after = state === undefined ? null : { number: Number(number), state };
      return work({ kind: "send_lyrics", text: "Lời mới", note: null, after });
    }
    case "withdraw lyrics":
      return work({ kind: "withdraw_lyrics", lyricsId: lyricsId(command.number) });
    case "answer lyrics": {
      const { number, agrees, line } = command;
      const notes = line === undefined ? [] : [{ line, text: wish }];
      return answer({ kind: "answer_lyrics", lyrics_id: lyricsId(number), agrees, notes, text: null });
    }
  }
}

function observe({ state: given, actor, command }: Case): Observed {
  const state = stateOf(given);
  const nothing = { columns: [], versions: [], lyrics: [], steps: [], leftOut: [], told: [], trail: [] };
  let outcomes: Outcome[];
  try {
    outcomes = outcomesOf(state, actor, command);
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { ...nothing, refusal: `${error.status} ${error.message}` };
  }
  const isDeleted = outcomes.some((outcome) => outcome.isDeleted);
  const by = actor === "customer" ? "customer" : actor === "Quỳnh" ? "admin" : "staff";
  const song = outcomes.find((outcome) => outcome.song !== undefined)?.song;
  for (const { change } of outcomes) if (!isDeleted) expect(change.updated_at).toBe(iso(0));
  return {
    columns: isDeleted ? ["deleted"] : columnsOf(state, outcomes),
    versions: outcomes.flatMap(({ versions }) => versions).map((version) => versionText(state, version)),
    lyrics: outcomes.flatMap(({ lyrics = [] }) => lyrics).map(lyricsText),
    steps: outcomes
      .flatMap(({ steps }) => steps)
      .map(({ isBySystem, ...step }) => {
        return stepText({ ...step, by: isBySystem ? "system" : by } as Parameters<typeof stepText>[0]);
      }),
    ...messagesOf(outcomes, outcomes.reduce((row, { change }) => ({ ...row, ...change }), state.row).staff_id),
    ...(song === undefined ? {} : { song: song === "permit" ? "permitted" : song }),
    trail: actor === "customer" ? [] : outcomes.map(() => (isDeleted ? "delete" : "update")),
  };
}

const columns = [
  "status",
  "staff_id",
  "due_at",
  "waiting_since",
  "queue",
  "agreed_price",
  "accepted_song_id",
  "accepted_at",
  "paid_at",
  "consent_at",
  "song_id",
  "completed_at",
  "admin_notes",
  "staff_notes",
] as const;

function columnsOf({ row: before }: RequestState, outcomes: readonly Outcome[]): string[] {
  const after = outcomes.reduce((row, { change }) => ({ ...row, ...change }), before);
  const value = (column: (typeof columns)[number]): string => {
    const found = after[column];
    if (column === "staff_id") return nameOf(after.staff_id);
    if (column === "accepted_song_id" && found !== null) return `v${Number(found) - versionId(0)}`;
    if (column === "song_id" && found !== null) return "made";
    if (column === "queue") {
      if (after.queue === after.due_at) return "due";
      if (Date.parse(after.queue) === Date.parse(after.due_at) + queueWait) return "waits";
      return after.queue === new Date(Date.UTC(9000, 0) - now).toISOString() ? "closed now" : "unexpected";
    }
    if (column === "due_at") {
      if (after.due_at === dueAfterWait(before.due_at, now - 48 * 3_600_000, now)) return "moved on";
      return after.due_at === dueAfter(now) ? "anew" : "unexpected";
    }
    return found === iso(0) ? "now" : String(found);
  };
  return columns.filter((column) => after[column] !== before[column]).map((column) => `${column}=${value(column)}`);
}

function versionText({ versions }: RequestState, change: Outcome["versions"][number]): string {
  if (change.kind === "add") {
    expect(change.created_at).toBe(iso(0));
    return `v${change.number} added${change.delivered_at === iso(0) ? " and delivered" : ""}`;
  }
  const number = versions.find(({ id }) => id === change.id)?.number;
  return `v${number} ${change.kind === "remove" ? "removed" : "delivered"}`;
}

function lyricsText(change: LyricsChange): string {
  if (change.kind === "send") return `lyrics ${change.number} sent`;
  return `lyrics ${change.id - lyricsId(0)} ${change.state}`;
}

/** Returns what outcomes tell, and which of the waiting messages they leave out. */
function messagesOf(outcomes: readonly Outcome[], staffId: number | null): Pick<Observed, "leftOut" | "told"> {
  const messages = outcomes.flatMap((outcome) => outcome.messages);
  const leavesOut = (message: RequestMessage, [event, to]: (typeof waiting)[number]) =>
    message.kind === "withdraw" &&
    message.events.includes(event) &&
    (message.memberId === undefined || nameOf(message.memberId) === to);
  const leftOut = waiting.filter((one) => messages.some((message) => leavesOut(message, one)));
  return {
    leftOut: leftOut.map(([event, to]) => `${event} > ${to}`),
    told: messages.flatMap((message) => toldText(message, staffId) ?? []),
  };
}

function toldText(message: RequestMessage, staffId: number | null): string | undefined {
  switch (message.kind) {
    case "withdraw":
    case "forget":
      return undefined;
    case "assigned":
      return `staff_request_assigned > ${nameOf(staffId)} (from ${message.from})`;
    case "taken_up":
      return "request_taken_up > customer";
    case "paid":
      expect(message.at).toBe(iso(0));
      return `request_paid > customer (amount ${message.amount})`;
    case "song_ready":
      return `request_song_ready > customer (version ${message.version})`;
    case "price_raised":
      return `request_price_raised > customer (from ${message.before} to ${message.amount})`;
    case "changes_wanted":
      return `staff_changes_wanted > ${nameOf(staffId)} (v${message.version}, words ${message.words})`;
    case "changes_noted":
      return `request_changes_noted > customer (words ${message.words})`;
    case "lyrics_ready":
      return `request_lyrics_ready > customer (number ${message.number})`;
    case "lyrics_answered":
      return `staff_lyrics_answered > ${nameOf(staffId)} (${message.agrees ? "agrees" : `words ${message.words}`})`;
  }
}

test("each command leads from each state to the outcome of the table", async () => {
  const lines = sections.map((section) => [section, section.cases.map((one) => lineOf(one, observe(one)))] as const);
  await expect(tableOf(new Map(lines))).toMatchFileSnapshot("../../../../test/cases/request-life.txt");
});

test("a step of the customer that is older than a day does not count", () => {
  const state = stateOf({ status: "completed", versions: ["heard"] });
  const step = {
    kind: "consent_given" as const,
    text: null,
    second: null,
    version: null,
    actor_kind: "customer" as const,
  };
  const asked = (hours: number) => {
    const steps = Array.from({ length: 20 }, () => ({ ...step, created_at: iso(hours) }));
    return () => answerCustomer({ ...state, steps }, { kind: "consent", consent: true }, now);
  };
  expect(asked(-24)).toThrow("nhiều lần trong hôm nay");
  expect(asked(-24.001)()).toHaveLength(1);
});
