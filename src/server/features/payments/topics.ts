/** Topics of the outbox. */

/** A transfer is to be looked at; the payload is its id, `{ id }`. */
export const settleTopic = "payments.settle";
/** Transfers of a statement are to be looked at; the payload is `{ ids }`. They wait behind nothing that a service tells. */
export const settleStatementTopic = "payments.settle-statement";
/** The services are to be asked what was missed: the run of a slot of 15 minutes since 1970, `{ slot }`. */
export const pollTopic = "payments.poll";
