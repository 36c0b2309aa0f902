/** Refusals to work with the data as they are. */

/** A failure with a message for the operator: what is wrong and what to do, without a stack. */
export class OperatorError extends Error {}
