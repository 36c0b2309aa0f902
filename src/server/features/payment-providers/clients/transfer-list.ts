/** What the lists of transfers of all services have in common. */
import type { ReceivedEvent } from "../adapters/call.ts";
import { type EventFields, eventOf, type Fields, fieldsOf, UnreadableEventError } from "../read-event.ts";

export interface ListQuery {
  /** From this time on; a service that knows days alone takes its day. ISO. */
  from: string;
  /** From 1. */
  page: number;
  signal?: AbortSignal | undefined;
}

/** Rows of a service, oldest first where it keeps to what it was asked. */
export interface ListedEvents {
  /** Without those that move no money. */
  events: ReceivedEvent[];
  /** Rows that can't be read. */
  unreadable: number;
}

/** Asks a service for its transfers. @throws ProviderError */
export type TransferList = (token: string, query: ListQuery) => Promise<ListedEvents & { hasMore: boolean }>;

export const rowsOfPage = 100;
/** Rows that an answer may have, however many were asked for. */
export const maxRows = 500;

/** Reads rows. @param read returns the fields of one; may throw an `UnreadableEventError`. */
export function listedEvents(rows: readonly unknown[], read: (fields: Fields) => EventFields): ListedEvents {
  const now = Date.now();
  const events: ReceivedEvent[] = [];
  let unreadable = 0;
  for (const row of rows) {
    try {
      const fields = fieldsOf(row);
      if (!fields) throw new UnreadableEventError("không phải là một giao dịch");
      const event = eventOf(read(fields), now);
      if (event) events.push({ event, raw: JSON.stringify(row) });
    } catch (error) {
      if (!(error instanceof UnreadableEventError)) throw error;
      unreadable += 1;
    }
  }
  return { events, unreadable };
}
