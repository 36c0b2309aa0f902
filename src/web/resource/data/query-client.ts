import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isApiError } from "#contract/errors.ts";

/** State of the navigation to the login after the session ended; leave guards let it pass. */
export const sessionEnded = "session ended";

/**
 * The query client of a back office. It does not retry: each error is shown with a retry button. Without network a call fails at once
 * instead of waiting unsaid; what could not be read is read again when the network is back, and what could not be saved at the next press.
 * @param onSignedOut called on a 401 reply
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isApiError(error) && error.status === 401) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 10_000,
        networkMode: "always",
        refetchOnReconnect: ({ state }) => (state.status === "error" ? "always" : true),
      },
      mutations: { networkMode: "always" },
    },
  });
}
