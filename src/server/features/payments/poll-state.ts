/** How far a service was asked, kept as JSON beside it. One process at a time asks it: it holds the service for a bounded time. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { PaymentProvider } from "#contract/payments.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { pollStateRepository } from "./poll-state.repository.ts";

const Time = z.iso.datetime();
const State = z.object({
  /** All transfers until then were read; null before the first time. ISO, as all times here. */
  until: Time.nullable(),
  /** Time of the newest transfer that it told of. */
  newest_at: Time.nullable(),
  /** Before this time it wants no request. */
  rest_until: Time.nullable(),
  /** Who asks it now, and until when at most. */
  holder: z.object({ id: z.string(), until: Time }).nullable(),
});
export type PollState = z.output<typeof State>;
/** What asking it changes. */
export type Progress = Pick<PollState, "until" | "newest_at" | "rest_until">;

const never: PollState = { until: null, newest_at: null, rest_until: null, holder: null };

/** Returns the state of a stored cursor; one that can't be read counts as none. */
export function pollStateOf(cursor: string | null | undefined): PollState {
  try {
    return State.safeParse(JSON.parse(cursor ?? "null")).data ?? never;
  } catch {
    return never;
  }
}

export function createPollStates({ commit }: Pick<Database, "commit">) {
  const change = <T>(provider: PaymentProvider, work: (tx: Db, state: PollState) => Promise<T>) =>
    commit({ lock: `payment poll ${provider}` }, async (tx) =>
      work(tx, pollStateOf((await pollStateRepository(tx).find(provider))?.poll_cursor)),
    );

  return {
    /** Takes a service for some time. @returns undefined while another one has it, or it wants no request. */
    take: (provider: PaymentProvider, forMs: number): Promise<{ id: string; state: PollState } | undefined> =>
      change(provider, async (tx, state) => {
        const now = new Date().toISOString();
        if ((state.holder?.until ?? "") > now || (state.rest_until ?? "") > now) return undefined;
        const holder = { id: randomUUID(), until: new Date(Date.now() + forMs).toISOString() };
        await pollStateRepository(tx).save(provider, { poll_cursor: JSON.stringify({ ...state, holder }) });
        return { id: holder.id, state };
      }),

    /**
     * Gives a service back with what was learned; without effect when another one has it meanwhile.
     * @param outcome in Vietnamese, null for a run that went well; undefined for one that was broken off by us.
     */
    giveBack: (
      provider: PaymentProvider,
      id: string,
      progress: Progress,
      outcome: { error: string | null } | undefined,
    ): Promise<void> =>
      change(provider, async (tx, state) => {
        if (state.holder?.id !== id) return;
        await pollStateRepository(tx).save(provider, {
          poll_cursor: JSON.stringify({ ...progress, holder: null } satisfies PollState),
          ...(outcome ? { polled_at: new Date().toISOString(), poll_error: outcome.error } : {}),
        });
      }),
  };
}
