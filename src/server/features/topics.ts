/** Topics of changes, on which caches depend. Triggers raise them (docs/decisions/0003-caching-public-reads.md). */

/** Songs, categories and where audio files lie; plays and likes do not count as changes. */
export const catalogueTopic = "catalogue";
/** Support contacts and settings. */
export const siteTopic = "site";
