/** Limits of lyrics that a customer reads before they are sung, and their lines. Free of zod, since the private page loads them. */

/** Characters and lines of lyrics. */
export const lyricsLength = 10_000;
export const lyricsLines = 300;
/** Lines that a customer marks in an answer, and characters at each. */
export const mostNotes = 200;
export const noteLength = 500;
/** Characters of an answer beside its lines. */
export const answerLength = 3000;

export const noAnswer = "Bạn đánh dấu một dòng, hoặc viết điều bạn muốn sửa nhé";

/** Returns the lines of lyrics; an empty one stands between two verses. */
export const linesOfLyrics = (text: string): string[] => text.split("\n");
