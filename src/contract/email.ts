/** The usual e-mail shape: something@domain.tld without spaces. A text matches in one way only, so that a test takes linear time. */
export const emailPattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
