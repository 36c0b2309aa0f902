/**
 * The needs of a wing that one opened after it meets: each is a named port, which the earlier wing uses and the later one fills.
 * What can be had by opening wings in a better order has no port.
 */
import type { FastifyReply } from "fastify";
import type { NotificationsService } from "#server/features/notifications/notifications.service.ts";
import type { PaidKind } from "#server/features/receipts/receipts.service.ts";
import type { Tx } from "#server/platform/db/schema.ts";

export interface Port<F> {
  /** Calls what the port is filled with. @throws Error before that */
  use: F;
  /** @throws Error for a port that is filled already. */
  fill(given: F): void;
  /** @throws Error with the name of a port that nothing fills. */
  assertFilled(): void;
}

/** Makes a port, empty at first. @param name for the errors */
export function createPort<F extends (...args: never[]) => unknown>(name: string): Port<F> {
  let filled: F | undefined;
  const given = (): F => {
    if (!filled) throw new Error(`the port ${name} is empty`);
    return filled;
  };
  return {
    use: ((...args: Parameters<F>) => given()(...args)) as F,
    fill(value) {
      if (filled) throw new Error(`the port ${name} is filled twice`);
      filled = value;
    },
    assertFilled: () => void given(),
  };
}

export type Ports = ReturnType<typeof createPorts>;

/** Makes all ports, empty. */
export function createPorts() {
  return {
    /** Sends the 404 page for an unreadable address; false where there are no pages. Platform asks, pages give. */
    pageNotFound: createPort<(reply: FastifyReply) => boolean>("pageNotFound"),
    /** Tells the administrators that Zalo stopped. Zalo asks, the notifications that send by it give. */
    notifyAdmins: createPort<NotificationsService["notifyAdmins"]>("notifyAdmins"),
    /** Tells each administrator of a sensitive change, such as of Zalo's keys; given by the notifications, too. */
    notifyEachAdministrator: createPort<NotificationsService["notifyEachAdministrator"]>("notifyEachAdministrator"),
    /**
     * Brings transfers in line with an order or request whose payment a person changed. Sales and requests ask; the ledger of the payments
     * gives, which pays both. @param by name of that person
     */
    paymentChanged:
      createPort<(tx: Tx, target: { kind: PaidKind; id: number }, by: string) => Promise<void>>("paymentChanged"),
  };
}

/** @throws Error with the name of the first port that nothing fills. */
export function assertFilled(ports: Record<string, Pick<Port<never>, "assertFilled">>): void {
  for (const port of Object.values(ports)) port.assertFilled();
}
