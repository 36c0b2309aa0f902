/**
 * The one form of an e-mail: letters, digits and `._%+-` before the `@`, behind it a domain whose last part has letters only. No quotes, brackets or
 * addresses of machines. A text matches in one way only, so that a test takes linear time.
 */
export const emailPattern = /^[a-z0-9._%+-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i;
