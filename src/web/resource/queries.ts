/**
 * Reading and changing through the typed client, over TanStack Query: answers are kept by call and input, and fetched anew
 * when a change says that they are no longer true.
 */
import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Api, ApiKey } from "#contract/api.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { isApiError } from "#contract/errors.ts";
import { type Called, call } from "../lib/api.ts";
import { useToast } from "../ui/toast.tsx";

type GetKey = Extract<ApiKey, `GET ${string}`>;
type ChangeKey = Exclude<ApiKey, GetKey>;
/** Whose back office it is. */
export type Office = "admin" | "staff";

interface Sentences {
  /** Said of a refusal that says nothing itself. */
  fallback?: string;
  /** Said when no answer came. */
  unreachable?: string;
}

/** What a failure says to a person. */
export function sentenceOf(error: unknown, fallback = "Có lỗi xảy ra, vui lòng thử lại"): string {
  return isApiError(error) ? error.message : fallback;
}

/** Reads a call; what was known of another input stays while the next is on its way. */
export function useRead<K extends GetKey>(
  key: K,
  input: CallInput<Api[K]>,
  { as = "admin", enabled = true, ...sentences }: Sentences & { as?: Office; enabled?: boolean } = {},
): UseQueryResult<Called<Api[K]>> {
  return useQuery({
    queryKey: [key, input],
    queryFn: ({ signal }) =>
      call(key, ...([{ ...input, as, signal, ...sentences }] as never)) as Promise<Called<Api[K]>>,
    placeholderData: keepPreviousData,
    enabled,
  });
}

interface ChangeOptions extends Sentences {
  as?: Office;
  /** Addresses whose answers the change makes untrue: all calls that begin so. */
  refreshes: readonly string[];
  /** Told when it is done. */
  done?: string;
  /** Milliseconds it may take, where the usual ten seconds are not enough. */
  timeout?: number;
}

/**
 * Gives the function that makes a change: once it is answered the lists are fetched anew, and the person is told.
 * @throws ApiError what the server refused
 */
export function useChange<K extends ChangeKey>(key: K, { as = "admin", refreshes, done, ...sentences }: ChangeOptions) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (input: CallInput<Api[K]>) =>
      call(key, ...([{ ...input, as, ...sentences }] as never)) as Promise<Called<Api[K]>>,
    onSuccess: () => {
      void refresh(client, refreshes);
      if (done) toast(done);
    },
  });
}

/** Has everything fetched anew whose address begins with one of these. */
export function refresh(client: QueryClient, addresses: readonly string[]): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => isUnder(queryKey[0], addresses) });
}

function isUnder(key: unknown, addresses: readonly string[]): boolean {
  return typeof key === "string" && addresses.some((address) => key.startsWith(`GET ${address}`));
}

interface ToggleOptions<K extends ChangeKey, L extends GetKey> extends ChangeOptions {
  /** The list that shows the change at once. */
  list: L;
  /** What the list will be. */
  apply: (data: Called<Api[L]>["data"], input: CallInput<Api[K]>) => Called<Api[L]>["data"];
}

/**
 * A change that is shown before the answer comes, and taken back with a message when it is refused. Several at once are
 * sent one after another, and the list is fetched anew after the last: what is shown never jumps back in between.
 */
export function useToggle<K extends ChangeKey, L extends GetKey>(key: K, options: ToggleOptions<K, L>) {
  const { as = "admin", refreshes, done, list, apply, ...sentences } = options;
  const client = useQueryClient();
  const toast = useToast();
  const mutationKey = ["toggle", key, list];
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const shown = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === list };
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (input: CallInput<Api[K]>) =>
      call(key, ...([{ ...input, as, ...sentences }] as never)) as Promise<Called<Api[K]>>,
    onMutate: async (input) => {
      await client.cancelQueries(shown);
      const before = client.getQueriesData<Called<Api[L]>>(shown);
      client.setQueriesData<Called<Api[L]>>(shown, (known) => known && { ...known, data: apply(known.data, input) });
      return { before };
    },
    onError: (error, _input, context) => {
      if (isLast()) for (const [queryKey, data] of context?.before ?? []) client.setQueryData(queryKey, data);
      toast(sentenceOf(error, sentences.fallback), "danger");
    },
    onSuccess: () => {
      if (done) toast(done);
    },
    onSettled: () => {
      if (isLast()) void refresh(client, refreshes);
    },
  });
}
