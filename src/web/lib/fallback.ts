/** A placeholder value for data that failed to load. It is ignored where data is already shown. */
export class Fallback<T> {
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }
}

/** Returns the promise's value, or a fallback made from its error. Does not reject unless `fallbackOf` does. */
export function withFallback<T, F>(
  promise: Promise<T>,
  fallbackOf: (error: unknown) => F | Promise<F>,
): Promise<T | Fallback<F>> {
  return promise.catch(async (error: unknown) => new Fallback(await fallbackOf(error)));
}

/** Returns a loaded value, or the value that a fallback holds. */
export function valueOf<T>(result: T | Fallback<T>): T {
  return result instanceof Fallback ? result.value : result;
}
