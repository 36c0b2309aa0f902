/** Brings the rounds of this device to the account. */
import { maxSentRounds } from "#contract/learn/rounds.ts";
import { call } from "../../../lib/api.ts";
import { forgetRounds, storedRounds } from "./stored-rounds.ts";

/** Makes the `sendRounds` of one page, which sends one at a time. */
export function createSendRounds() {
  let sending: Promise<void> | undefined;
  return (userId: number): Promise<void> => {
    sending ??= sendRounds(userId).finally(() => {
      sending = undefined;
    });
    return sending;
  };
}

/**
 * Sends the rounds that a user has played on this device, and those that were played without an account. The account counts each once, so
 * that those of a lost answer are sent again.
 * @throws as `call`; what was not taken in stays
 */
export async function sendRounds(userId: number): Promise<void> {
  for (;;) {
    const own = storedRounds().filter(({ user }) => user === null || user === userId);
    const rounds = own.slice(0, maxSentRounds).map(({ user: _user, ...round }) => round);
    if (rounds.length === 0) return;
    await call("POST /api/user/learning/rounds", { as: "user", body: { rounds } });
    forgetRounds(new Set(rounds.map(({ id }) => id)));
  }
}
