/** Limits and names of the notebook of words. Free of zod, since pages load them. */

/** Words that an account keeps at most, and lines of one word. */
export const maxWords = 20_000;
export const maxWordLines = 20;
/** Letters of a word, of its reading, its meaning and the learner's note. */
export const wordLength = 100;
export const readingLength = 200;
export const meaningLength = 500;
export const wordNoteLength = 1000;

/** Deleted words that can be restored at most. */
export const maxRemovedWords = 1000;

/** Answers that are sent at once, and that are kept of one word and of one account: 14 years with 200 a day. */
export const maxReviewsSent = 200;
export const maxWordReviews = 1000;
export const maxReviews = 1_000_000;

/** The answers to a word, as FSRS counts them from 1. */
export const ratings = ["again", "hard", "good", "easy"] as const;
export type Rating = (typeof ratings)[number];

/** How far a word is learned. */
export const wordStates = ["new", "learning", "review", "relearning"] as const;
export type WordState = (typeof wordStates)[number];

/** How often a learned word is forgotten until it counts as one that does not stick. */
export const leechLapses = 8;

export const defaultNewWords = 10;
export const maxNewWords = 200;

/** The part of the words that a learner should remember when they are due. */
export const retention = 0.9;

/** Letters and words of a file that are taken in at once, and bytes of a file that a browser sends in such parts. */
export const maxWordsFile = 1_000_000;
export const maxWordsOfFile = 5000;
export const maxWordsFileBytes = 32 * 1024 * 1024;

/** The language of words whose language is not known. */
export const unknownLanguage = "und";
