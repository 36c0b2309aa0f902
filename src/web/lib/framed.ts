/** What a route's `handle` holds when other sites may show the page in a frame. */
export interface FramedHandle {
  framed: true;
}

/** Whether a route is made for frames on other sites. */
export function isFramed(handle: unknown): boolean {
  return (handle as Partial<FramedHandle> | undefined)?.framed === true;
}
