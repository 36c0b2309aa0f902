/** The numbers of messages by what became of them, counted by this process. */
import { type Channel, channels } from "#contract/notifications.ts";
import { Counter } from "#server/platform/metrics/metrics.ts";

/** `retried` is a failed attempt that is not the last, `moved` one after which e-mail takes over; the others are the end of a message. */
export const deliveryOutcomes = ["sent", "failed", "skipped", "kept", "retried", "moved"] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

export interface DeliveryCounts {
  add(channel: Channel, outcome: DeliveryOutcome): void;
  read(): { channel: Channel; outcome: DeliveryOutcome; value: number }[];
}

export function createDeliveryCounts(): DeliveryCounts {
  const counters = channels.flatMap((channel) =>
    deliveryOutcomes.map((outcome) => ({ channel, outcome, counter: new Counter() })),
  );
  return {
    add: (channel, outcome) =>
      counters.find((each) => each.channel === channel && each.outcome === outcome)?.counter.add(),
    read: () => counters.map(({ channel, outcome, counter }) => ({ channel, outcome, value: counter.value })),
  };
}
