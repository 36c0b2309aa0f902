export interface LoadFailure {
  failed: true;
}

export const loadFailure: LoadFailure = { failed: true };
