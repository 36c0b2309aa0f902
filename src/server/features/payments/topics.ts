/** Topics of the outbox. */

/** A transfer is to be looked at; the payload is its id, `{ id }`. */
export const settleTopic = "payments.settle";
