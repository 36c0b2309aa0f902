import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isApiError } from "#contract/errors.ts";

/** The state of a navigation to the login that nothing may hold up. */
export const sessionEnded = "session ended";

/**
 * The client that keeps a back office's answers. Nothing is tried again by itself: a person sees the error and the way on.
 * @param onSignedOut called when the server no longer takes the token
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isApiError(error) && error.status === 401) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
  });
}
