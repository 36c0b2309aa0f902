/** Moves a build into its place file by file; hashed files of the build that was there stay for a week. */
export function putInPlace(next: string, place: string, now?: number): void;
/** Gives a build the browser's files that it lacks of another. */
export function addAssets(from: string, to: string): void;
