/**
 * The pairs of state and command of which `request-life.txt` tells the outcome. An and Bình are members, Chi is a supervisor, Dung was
 * deactivated, Quỳnh is an administrator.
 */
import type { LyricsState } from "#contract/request-lyrics.ts";
import { type RequestEventKind, type RequestStatus, requestEvents, requestStatuses } from "#contract/requests.ts";

export const memberNames = ["An", "Bình", "Chi", "Dung"] as const;
export type MemberName = (typeof memberNames)[number];
export type ActorName = MemberName | "Quỳnh" | "customer";

/** An earlier step. */
export interface CaseStep {
  kind: RequestEventKind;
  text?: string;
  second?: number;
  version?: number;
  by?: "customer";
}

/** A version, of which the customer hears a delivered one. */
type Version = "draft" | "heard";

export interface CaseState {
  status: RequestStatus;
  member?: MemberName;
  /** From number 1 on. */
  versions?: readonly Version[];
  /** From number 1 on; the last one may wait, since two days ago. */
  lyrics?: readonly LyricsState[];
  /** Whole đồng; without one 300,000. */
  price?: number;
  /** Number of the version that the customer accepted; 0 for one that is not there any more. */
  accepted?: number;
  paid?: boolean;
  consent?: boolean;
  /** The song of the library. */
  song?: "shown" | "withheld";
  erased?: boolean;
  /** Steps after that of its arrival. */
  steps?: readonly CaseStep[];
}

export type CaseCommand =
  | { do: "claim" }
  | { do: "assign"; to: MemberName | "nobody"; reason?: string }
  | { do: "save"; status?: RequestStatus; to?: MemberName | "nobody"; price?: number; paid?: boolean; notes?: string }
  | { do: "attach" }
  | { do: "withdraw"; version: number }
  | { do: "publish" }
  | { do: "remove" }
  | { do: "accept"; version: number; price: number }
  | { do: "wish"; version: number; text: string; second?: number }
  | { do: "consent"; consent: boolean }
  | { do: "send lyrics"; after?: string }
  | { do: "withdraw lyrics"; number: number }
  | { do: "answer lyrics"; number: number; agrees: boolean; line?: number };

export interface Case {
  state: CaseState;
  actor: ActorName;
  command: CaseCommand;
}

export interface Section {
  title: string;
  cases: readonly Case[];
}

/** The outcome of a command. */
export interface Observed {
  refusal?: string;
  /** Changed columns as `name=value`. */
  columns: readonly string[];
  /** Steps that were added. */
  steps: readonly string[];
  versions: readonly string[];
  lyrics: readonly string[];
  /** Messages that waited and are left out. */
  leftOut: readonly string[];
  /** New messages. */
  told: readonly string[];
  /** The state of the library's song after it. */
  song?: string;
  /** Actions of new entries in the audit trail. */
  trail: readonly string[];
}

/** Messages that wait before each command, so that those which are left out can be seen. */
export const waiting = [
  ["staff_request_assigned", "An"],
  ["staff_request_assigned", "Bình"],
  ["staff_request_assigned", "Dung"],
  ["staff_request_due_today", "An"],
  ["staff_request_due_today", "Bình"],
  ["staff_request_due_today", "Chi"],
  ["staff_request_due_today", "Dung"],
  ["request_taken_up", "customer"],
  ["request_song_ready", "customer"],
  ["request_lyrics_ready", "customer"],
  ["staff_lyrics_answered", "An"],
] as const satisfies [string, ActorName][];

export const standardPrice = 300_000;
export const wish = "Chậm hơn một chút";
/** An id that no version has. */
export const unknownVersion = 9;

type Given = Omit<CaseState, "status">;

const statuses = requestStatuses;
const open = ["new", "processing"] as const;
const closed = ["completed", "cancelled"] as const;
const draft = ["draft"] as const;
const heard = ["heard"] as const;
const both = ["heard", "draft"] as const;
const two = ["heard", "heard"] as const;

function states(from: readonly RequestStatus[], ...given: readonly Given[]): CaseState[] {
  return from.flatMap((status) => (given.length === 0 ? [{ status }] : given.map((each) => ({ status, ...each }))));
}

function pairs(from: readonly CaseState[], actors: readonly ActorName[], commands: readonly CaseCommand[]): Case[] {
  return from.flatMap((state) => actors.flatMap((actor) => commands.map((command) => ({ state, actor, command }))));
}

const anyone: readonly Given[] = [{}, { member: "An" }, { member: "Bình" }, { member: "Dung" }];
const setStatus = statuses.map((status): CaseCommand => ({ do: "save", status }));

const price = (amount: number, paid?: boolean): CaseCommand => ({
  do: "save",
  price: amount,
  ...(paid === undefined ? {} : { paid }),
});
const payment: readonly CaseCommand[] = [
  price(standardPrice),
  price(500_000),
  price(500_000, true),
  price(500_000, false),
  price(0),
  { do: "save", paid: true },
  { do: "save", paid: false },
];

const accept = (version: number, amount = standardPrice): CaseCommand => ({ do: "accept", version, price: amount });
const ask = (version: number, text = wish, second?: number): CaseCommand => ({
  do: "wish",
  version,
  text,
  ...(second === undefined ? {} : { second }),
});
const asked = (step: Partial<CaseStep> = {}): CaseStep => ({
  kind: "changes_requested",
  by: "customer",
  text: wish,
  version: 1,
  ...step,
});
const consents: readonly CaseCommand[] = [
  { do: "consent", consent: true },
  { do: "consent", consent: false },
];
const everyCommand: readonly CaseCommand[] = [
  { do: "save", status: "processing" },
  { do: "save", notes: "Ghi chú" },
  { do: "attach" },
  { do: "withdraw", version: 1 },
];
/** @param after number and state of the lyrics before */
const send = (after?: string): CaseCommand => ({ do: "send lyrics", ...(after === undefined ? {} : { after }) });
const takeBack = (number: number): CaseCommand => ({ do: "withdraw lyrics", number });
const agree = (number: number): CaseCommand => ({ do: "answer lyrics", number, agrees: true });
/** Marks a line. */
const mark = (number: number, line = 0): CaseCommand => ({ do: "answer lyrics", number, agrees: false, line });
const ofCustomer: readonly CaseCommand[] = [accept(1), ask(1), ...consents];

export const sections: readonly Section[] = [
  {
    title: "A member",
    cases: pairs(
      states(statuses, ...anyone),
      ["An"],
      [
        { do: "claim" },
        { do: "assign", to: "An" },
        { do: "assign", to: "nobody" },
        { do: "assign", to: "nobody", reason: "Bận" },
        { do: "assign", to: "Bình" },
        { do: "assign", to: "Dung" },
        ...setStatus,
        { do: "save", notes: "Ghi chú" },
        { do: "save", status: "completed", notes: "Ghi chú" },
        { do: "withdraw", version: unknownVersion },
      ],
    ),
  },
  {
    title: "A supervisor",
    cases: pairs(
      states(statuses, ...anyone, { member: "Chi" }),
      ["Chi"],
      [
        { do: "claim" },
        { do: "assign", to: "Chi" },
        { do: "assign", to: "nobody" },
        { do: "assign", to: "nobody", reason: "Bận" },
        { do: "assign", to: "Bình", reason: "Bận" },
        { do: "assign", to: "Dung" },
        ...setStatus,
        { do: "save", notes: "Ghi chú" },
      ],
    ),
  },
  {
    title: "An administrator",
    cases: pairs(
      states(statuses, ...anyone),
      ["Quỳnh"],
      [
        { do: "save", to: "nobody" },
        { do: "save", to: "Bình" },
        { do: "save", to: "Dung" },
        ...setStatus,
        { do: "save", status: "processing", to: "Bình" },
        { do: "save", status: "processing", to: "nobody" },
        { do: "save", status: "completed", to: "Bình" },
        { do: "save", notes: "Ghi chú" },
        { do: "save", status: "completed", price: 500_000, paid: true, to: "An", notes: "Ghi chú" },
      ],
    ),
  },
  {
    title: "A request is given back after a step",
    cases: pairs(
      open.flatMap((status) => [
        ...requestEvents.map((kind): CaseState => ({ status, member: "An", steps: [{ kind: "claimed" }, { kind }] })),
        ...requestEvents.map((kind): CaseState => ({ status, member: "An", steps: [{ kind }, { kind: "assigned" }] })),
      ]),
      ["An"],
      [{ do: "assign", to: "nobody" }],
    ),
  },
  {
    title: "The customer is told once that somebody begins",
    cases: pairs(
      states(
        statuses,
        { steps: [{ kind: "claimed" }] },
        { steps: [{ kind: "assigned" }] },
        { steps: [{ kind: "status_changed", text: "processing" }] },
        { steps: [{ kind: "status_changed", text: "completed" }] },
        { steps: [{ kind: "status_changed", text: "cancelled" }] },
        { steps: [{ kind: "released" }] },
      ),
      ["Chi", "Quỳnh"],
      [{ do: "save", status: "processing" }],
    ).concat(pairs(states(open, { steps: [{ kind: "claimed" }] }, {}), ["An"], [{ do: "claim" }])),
  },
  {
    title: "Price and payment",
    cases: [
      ...pairs(
        states(
          ["processing", "completed"],
          { versions: heard },
          { versions: heard, accepted: 1 },
          { versions: heard, paid: true },
          { versions: heard, accepted: 1, paid: true },
          { versions: heard, accepted: 1, price: 0 },
          { versions: heard, accepted: 1, price: 0, paid: true },
        ),
        ["Quỳnh"],
        payment,
      ),
      ...pairs(states(statuses, { member: "An" }, {}), ["Chi"], [price(500_000, true)]),
      ...pairs(
        states(["completed"], { versions: heard, accepted: 1, paid: true }),
        ["Quỳnh"],
        [
          { do: "save", status: "processing", price: 500_000, paid: false },
          { do: "save", status: "cancelled", paid: false },
        ],
      ),
    ],
  },
  {
    title: "Versions",
    cases: [
      ...pairs(
        states(
          statuses,
          { member: "An" },
          { member: "An", versions: draft },
          { member: "An", versions: heard },
          { member: "An", versions: both },
          { member: "An", versions: two },
        ),
        ["An"],
        [
          { do: "save", status: "completed" },
          { do: "withdraw", version: 1 },
          { do: "withdraw", version: 2 },
        ],
      ),
      ...pairs(states(statuses, { member: "An", versions: both }), ["An", "Bình", "Chi", "Quỳnh"], [{ do: "attach" }]),
      ...pairs(
        states(
          ["processing"],
          { member: "An", steps: [{ kind: "song_withdrawn", version: 4 }] },
          { member: "An", versions: heard, steps: [{ kind: "song_attached", version: 1 }] },
        ),
        ["An"],
        [{ do: "attach" }],
      ),
      ...pairs(
        states(
          statuses,
          { member: "An", versions: two, accepted: 1 },
          { member: "An", versions: two, accepted: 2, paid: true },
          { member: "An", versions: two, consent: true, song: "shown" },
          { member: "Dung", versions: heard },
          { versions: heard },
        ),
        ["Quỳnh", "An"],
        [
          { do: "withdraw", version: 1 },
          { do: "withdraw", version: 2 },
        ],
      ),
    ],
  },
  {
    title: "The customer accepts",
    cases: pairs(
      states(
        statuses,
        {},
        { versions: draft },
        { versions: heard },
        { versions: both },
        { versions: two },
        { versions: two, accepted: 1 },
        { versions: two, accepted: 2, paid: true },
        { versions: two, paid: true },
        { versions: two, price: 0 },
      ),
      ["customer"],
      [accept(1), accept(2), accept(2, 500_000), accept(unknownVersion)],
    ),
  },
  {
    title: "The customer wishes changes",
    cases: [
      ...pairs(
        states(
          statuses,
          {},
          { versions: draft },
          { versions: both },
          { versions: heard, accepted: 1 },
          { versions: heard, paid: true },
        ),
        ["customer"],
        [ask(1), ask(2), ask(1, wish, 0), ask(unknownVersion)],
      ),
      ...pairs(states(closed, ...anyone.map((each) => ({ ...each, versions: heard }))), ["customer"], [ask(1)]),
      ...pairs(
        states(
          statuses,
          { versions: two, steps: [asked()] },
          { versions: two, steps: [asked({ second: 12 })] },
          { versions: two, steps: [asked({ version: 2 })] },
          { versions: two, steps: [asked(), { kind: "song_attached", version: 3 }] },
          { versions: two, steps: [asked(), { kind: "status_changed", text: "processing" }] },
          { versions: two, steps: [asked(), { kind: "claimed" }, { kind: "consent_given", by: "customer" }] },
          { versions: two, steps: [asked(), asked({ text: "Nhanh hơn" })] },
        ),
        ["customer"],
        [ask(1), ask(1, wish, 12), ask(1, wish, 13), ask(1, "Nhanh hơn"), ask(2)],
      ),
    ],
  },
  {
    title: "The customer allows the song in the library",
    cases: pairs(
      states(
        ["completed", "cancelled"],
        {},
        { versions: draft },
        { versions: heard },
        { versions: heard, consent: true },
        { versions: heard, consent: true, song: "shown" },
        { versions: heard, song: "withheld" },
        { song: "withheld" },
        { song: "withheld", erased: true },
        { consent: true, song: "shown", erased: true },
      ),
      ["customer"],
      consents,
    ),
  },
  {
    title: "The customer takes many steps in a day",
    cases: pairs(
      [18, 19].flatMap((count) =>
        states(
          ["completed"],
          ...[false, true].map((consent) => ({
            versions: heard,
            consent,
            steps: Array.from({ length: count }, (): CaseStep => ({ kind: "consent_withdrawn", by: "customer" })),
          })),
        ),
      ),
      ["customer"],
      ofCustomer,
    ),
  },
  {
    title: "A song of the library",
    cases: pairs(
      states(
        statuses,
        { consent: true },
        { consent: true, versions: draft },
        { consent: true, versions: both },
        { consent: true, versions: both, accepted: 1 },
        { consent: true, versions: two, accepted: 1 },
        { consent: true, versions: two, accepted: 1, member: "An" },
        { versions: two, accepted: 1 },
        { consent: true, versions: two, song: "shown" },
        { versions: two, song: "withheld" },
      ),
      ["Quỳnh"],
      [{ do: "publish" }],
    ),
  },
  {
    title: "Lyrics are sent",
    cases: [
      ...pairs(states(statuses, ...anyone), ["An", "Chi", "Quỳnh"], [send()]),
      ...pairs(
        states(
          open,
          { member: "An", lyrics: ["waiting"] },
          { member: "An", lyrics: ["changes_wanted"] },
          { member: "An", lyrics: ["superseded", "agreed"] },
          { member: "An", lyrics: ["withdrawn"], versions: heard },
        ),
        ["An"],
        [
          send(),
          ...["1 waiting", "1 changes_wanted", "2 waiting", "2 agreed", "1 withdrawn"].map(send),
          takeBack(1),
          takeBack(2),
          takeBack(9),
        ],
      ),
      ...pairs(
        states(["processing"], { member: "An", lyrics: Array.from({ length: 30 }, () => "changes_wanted") }),
        ["An"],
        [send("30 changes_wanted")],
      ),
      ...pairs(states(["processing"], { member: "An", lyrics: ["waiting"] }), ["Bình", "Chi", "Quỳnh"], [takeBack(1)]),
    ],
  },
  {
    title: "The customer reads lyrics",
    cases: pairs(
      states(
        ["processing"],
        { member: "An", lyrics: ["waiting"] },
        { lyrics: ["superseded", "waiting"] },
        { lyrics: ["changes_wanted", "waiting"] },
        { lyrics: ["changes_wanted"] },
        { lyrics: ["agreed"] },
        { lyrics: ["withdrawn"] },
        { lyrics: ["closed"], versions: draft },
      ).concat(states(["completed"], { lyrics: ["agreed"], versions: heard })),
      ["customer"],
      [agree(1), agree(2), mark(1), mark(1, 2), mark(1, 1), mark(2), mark(1, 9)],
    ),
  },
  {
    title: "Lyrics wait no more",
    cases: pairs(
      states(open, { member: "An", lyrics: ["waiting"] }, { member: "An", lyrics: ["superseded", "waiting"] }),
      ["An", "Chi"],
      [
        { do: "attach" },
        { do: "save", status: "completed" },
        { do: "save", status: "cancelled" },
        { do: "save", status: "processing" },
        { do: "save", notes: "Ghi chú" },
        { do: "assign", to: "Bình" },
        price(500_000),
      ],
    ),
  },
  {
    title: "A request is deleted",
    cases: pairs(
      states(statuses, {}, { member: "An", versions: heard }, { song: "shown", consent: true }, { erased: true }),
      ["Quỳnh"],
      [{ do: "remove" }],
    ),
  },
  {
    title: "An erased request",
    cases: [
      ...pairs(
        states(closed, { member: "An", erased: true }, { member: "An", erased: true, accepted: 0, paid: true }),
        ["An", "Bình", "Chi", "Quỳnh"],
        everyCommand,
      ),
      ...pairs(states(closed, { erased: true }), ["An", "Chi"], [{ do: "claim" }]),
      ...pairs(
        states(
          closed,
          { erased: true },
          { erased: true, consent: true, song: "shown" },
          { erased: true, song: "withheld", accepted: 0 },
        ),
        ["customer"],
        [accept(1), ask(1)],
      ),
      ...pairs(states(["completed"], { erased: true, consent: true }), ["Quỳnh"], [{ do: "publish" }]),
    ],
  },
];

/** Returns the line of a case in the table. */
export function lineOf({ state, actor, command }: Case, observed: Observed): string {
  return `${stateText(state)} | ${actor}: ${commandText(command)} → ${outcomeText(observed)}`;
}

/** Returns the whole table. */
export function tableOf(lines: ReadonlyMap<Section, readonly string[]>): string {
  const parts = [...lines].map(([{ title }, of]) => `# ${title}\n${of.join("\n")}\n`);
  return parts.join("\n");
}

function stateText({ status, member, versions = [], lyrics = [], price: amount, ...rest }: CaseState): string {
  const { steps = [], accepted, paid = false, consent = false, song, erased = false } = rest;
  return [
    status,
    member === undefined ? "nobody's" : `${member}'s`,
    ...versions.map((each, index) => `v${index + 1} ${each}`),
    ...(lyrics.length > 3 ? [`${lyrics.length} lyrics`] : lyrics.map((each, index) => `lyrics ${index + 1} ${each}`)),
    ...(amount === undefined ? [] : [`price ${amount}`]),
    ...(accepted === undefined ? [] : [`v${accepted} accepted`]),
    ...(paid ? ["paid"] : []),
    ...(consent ? ["consent"] : []),
    ...(song === undefined ? [] : [`song ${song}`]),
    ...(erased ? ["erased"] : []),
    ...(steps.length > 3 ? [`${steps.length} steps`] : steps.map(stepText)),
  ].join(", ");
}

/** Returns the text of a step in the table. */
export function stepText(step: CaseStep & { amount?: number | null; by?: string }): string {
  const { kind, text, second, version, amount, by } = step;
  const parts = [
    ...(text == null ? [] : [text]),
    ...(second == null ? [] : [`at ${second}`]),
    ...(version == null ? [] : [`v${version}`]),
    ...(amount == null ? [] : [String(amount)]),
    ...(by === undefined ? [] : [`by ${by}`]),
  ];
  return parts.length === 0 ? kind : `${kind} (${parts.join(", ")})`;
}

function commandText({ do: name, ...given }: CaseCommand): string {
  const fields = Object.entries(given).map(([field, value]) => `${field}=${value}`);
  return [name, ...fields].join(" ");
}

function outcomeText({ refusal, columns, steps, versions, lyrics, leftOut, told, song, trail }: Observed): string {
  if (refusal !== undefined) return refusal;
  const parts = [
    columns.join(" "),
    versions.join(", "),
    lyrics.join(", "),
    ...(steps.length === 0 ? [] : [`steps: ${steps.join(", ")}`]),
    ...(leftOut.length === 0 ? [] : [`left out: ${leftOut.join(", ")}`]),
    ...(told.length === 0 ? [] : [`told: ${told.join(", ")}`]),
    ...(song === undefined ? [] : [`song ${song}`]),
    ...(trail.length === 0 ? [] : [`trail: ${trail.join(", ")}`]),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "nothing" : parts.join("; ");
}
