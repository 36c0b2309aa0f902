/** What the adapters share: a call of a service with its bytes, its JSON, and what became of it. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { BankEvent } from "../bank-event.ts";
import { type EventFields, eventOf, UnreadableEventError } from "../read-event.ts";

export interface Call {
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Not empty. */
  secret: string;
  /** Milliseconds. */
  now: number;
}

/** An event with the text that the service sent of it. */
export interface ReceivedEvent {
  event: BankEvent;
  raw: string;
}

export type Reading =
  /** Without events where no money was moved. */
  | { kind: "events"; events: ReceivedEvent[] }
  /** The service tries whether somebody answers. */
  | { kind: "test" }
  /** Also for what can't be verified because it can't be parsed. */
  | { kind: "wrong_signature" }
  /** The signature is right; `events` are those beside what can't be read, and the reason is in Vietnamese. */
  | { kind: "unreadable"; reason: string; events: ReceivedEvent[] };

/** How far the clock of a signature may be away, milliseconds. */
export const signatureWindowMs = 5 * 60_000;
const maxDepth = 8;

/** Compares texts in a time that tells nothing of them. */
export function isSameSecret(given: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

/** Returns the one value of a header. */
export function headerOf({ headers }: Call, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

export interface ParsedBody {
  text: string;
  value: unknown;
  /** Why nothing of it may be taken though it is JSON: in Vietnamese. */
  flaw: string | undefined;
}

/** Parses a body of UTF-8; undefined for one that is none, is no JSON or is nested too deeply. */
export function parseBody(body: Buffer): ParsedBody | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const value: unknown = JSON.parse(text);
    const { depth, hasTwins } = structureOf(text);
    if (depth > maxDepth) return undefined;
    return { text, value, flaw: hasTwins ? "một trường xuất hiện hai lần" : undefined };
  } catch (error) {
    // TypeError: not UTF-8.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Returns the depth of a JSON text, and whether an object has a key twice, of which parsers take either. @param text valid JSON. */
function structureOf(text: string): { depth: number; hasTwins: boolean } {
  const open: Set<string>[] = [];
  let depth = 0;
  let hasTwins = false;
  for (const [token, , colon] of text.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]/g)) {
    if (token === "{" || token === "[") depth = Math.max(depth, open.push(new Set()));
    else if (token === "}" || token === "]") open.pop();
    else if (colon !== undefined) {
      const key: unknown = JSON.parse(token.slice(0, -colon.length));
      const keys = open.at(-1);
      hasTwins ||= keys?.has(String(key)) === true;
      keys?.add(String(key));
    }
  }
  return { depth, hasTwins };
}

/** Returns what was read of the events of a call, whose signature was right. @param raw what the service sent of each. */
export function readingOf(all: readonly { fields: () => EventFields; raw: string }[], now: number): Reading {
  const events: ReceivedEvent[] = [];
  let reason: string | undefined;
  for (const { fields, raw } of all) {
    try {
      const event = eventOf(fields(), now);
      if (event) events.push({ event, raw });
    } catch (error) {
      if (!(error instanceof UnreadableEventError)) throw error;
      reason ??= error.message;
    }
  }
  return reason === undefined ? { kind: "events", events } : { kind: "unreadable", reason, events };
}

export const unreadable = (reason: string): Reading => ({ kind: "unreadable", reason, events: [] });
