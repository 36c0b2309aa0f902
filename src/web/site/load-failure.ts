/** What a page is given when its data could not be had. */
export interface LoadFailure {
  failed: true;
}

export const failure: LoadFailure = { failed: true };
