/** Limits of uploaded audio beyond its size. Without zod: helper processes load this module. */

/** Tags, or blocks of metadata, in front of the sound. */
export const maxTags = 32;
/** Chunks of a WAV file: each costs the reader of metadata as much as a tag. */
export const maxChunks = 64;
/** Bytes of all tags together: texts and embedded pictures. */
export const maxTagBytes = 20 * 1024 * 1024;
/** Embedded pictures. */
export const maxPictures = 10;
/** A shorter sound would be 0 seconds long. */
export const minSeconds = 0.001;
export const maxSeconds = 3 * 60 * 60;
