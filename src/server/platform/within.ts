/** A limit to the time one waits for something that may hang. */

/** Thrown for a task that took too long; the task itself goes on. */
export class TooSlowError extends Error {
  override readonly name = "TooSlowError";
}

/** Runs a task. @throws TooSlowError when it has no result after these milliseconds. */
export async function within<T>(ms: number, task: () => Promise<T>): Promise<T> {
  const tooSlow = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooSlow.reject(new TooSlowError(`No result after ${ms} ms`)), ms);
  try {
    return await Promise.race([task(), tooSlow.promise]);
  } finally {
    clearTimeout(timer);
  }
}
