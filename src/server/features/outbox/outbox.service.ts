/** Messages of the outbox as the operator sees them: how many there are, which ones failed, and a retry for these. */
import { ApiError } from "#contract/errors.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { type Backlog, type FailedMessage, outboxRepository } from "#server/platform/outbox.repository.ts";

/** Messages of one topic that one retry takes at most. */
const maxRetries = 10_000;

export type TopicCounts = { topic: string } & Record<"pending" | "running" | "done" | "failed", number>;

export function createOutboxOverview({ db, commit, dialect }: Pick<Database, "db" | "commit" | "dialect">) {
  return {
    /** Counts the messages that are there by state, one entry for each topic. */
    async counts(): Promise<TopicCounts[]> {
      const topics = new Map<string, TopicCounts>();
      for (const { topic, state, count } of await outboxRepository(db, dialect).counts()) {
        const counts = topics.get(topic) ?? { topic, pending: 0, running: 0, done: 0, failed: 0 };
        counts[state] = count;
        topics.set(topic, counts);
      }
      return [...topics.values()];
    },

    /** Returns what is still to be done, and what was given up, by topic. */
    backlog: (): Promise<Backlog[]> => outboxRepository(db, dialect).backlog(),

    /** Returns failed messages by topic, the newest first. */
    failed: (limit: number): Promise<FailedMessage[]> => outboxRepository(db, dialect).failed({ limit }),

    /**
     * Lets a failed message, or all failed ones of a topic, begin anew, with an entry in the audit trail.
     * @returns their number.
     * @throws ApiError `not_found` when there are none.
     */
    retry(idOrTopic: number | string): Promise<number> {
      return commit(async (tx) => {
        const messages = outboxRepository(tx, dialect);
        const failed =
          typeof idOrTopic === "number"
            ? [await messages.findFailed(idOrTopic)].filter((message) => message !== undefined)
            : await messages.failed({ topic: idOrTopic, limit: maxRetries });
        const [first] = failed;
        if (!first) throw new ApiError("not_found", `Không có việc nào đã thất bại: ${idOrTopic}`);
        // The newest first: of several with one key it alone is retried.
        for await (const message of inTurns(failed)) await messages.retry(message);
        await recordAudit(
          tx,
          { kind: "system" },
          {
            action: "update",
            entity: "outbox",
            id: typeof idOrTopic === "number" ? idOrTopic : null,
            name: `${first.topic} (${failed.length} việc)`,
          },
        );
        return failed.length;
      });
    },
  };
}
