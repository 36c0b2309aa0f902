/** The `handle` of a route that other sites may show in a frame. */
export interface FramedHandle {
  framed: true;
}

/** Returns whether a route's `handle` allows frames on other sites. */
export function isFramed(handle: unknown): boolean {
  return (handle as Partial<FramedHandle> | undefined)?.framed === true;
}
