/** Says in a sentence why npm failed, by the error codes in its messages. */
export function causeOf(messages: string): string;
