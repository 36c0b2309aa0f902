/** What is shown in place of something that could not be had, unless something better stands already. */
export class Instead<T> {
  readonly shown: T;

  constructor(shown: T) {
    this.shown = shown;
  }
}

/** Gives what was asked for, or what is shown instead; does not reject. */
export function orInstead<T, F>(
  asked: Promise<T>,
  instead: (error: unknown) => F | Promise<F>,
): Promise<T | Instead<F>> {
  return asked.catch(async (error: unknown) => new Instead(await instead(error)));
}

/** What is shown where nothing stands yet. */
export function shownOf<T>(answer: T | Instead<T>): T {
  return answer instanceof Instead ? answer.shown : answer;
}
