/** Loader data of a page whose data failed to load. */
export interface LoadFailure {
  failed: true;
}

export const loadFailure: LoadFailure = { failed: true };
