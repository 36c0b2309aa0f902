import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Api } from "#contract/api.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { isApiError } from "#contract/errors.ts";
import { type ApiResult, callLoosely, type JsonKey, type LooseInput } from "../../lib/api.ts";
import { type Area, useArea } from "../area/area.ts";
import { useAreaToast } from "../controls/toast.tsx";
import { useConfirmed } from "./confirmation.tsx";

export type GetEndpoint = Extract<JsonKey, `GET ${string}`>;
export type ChangeEndpoint = Exclude<JsonKey, GetEndpoint>;

export interface ErrorMessages {
  fallback?: string;
  unreachable?: string;
}

/** The message of an error for the user. */
export function errorMessage(error: unknown, fallback = "Có lỗi xảy ra, vui lòng thử lại"): string {
  return isApiError(error) ? error.message : fallback;
}

/** Reads an endpoint with the token of the back office. After the input changes, the previous data stays until the new reply arrives. */
export function useRead<K extends GetEndpoint>(
  endpoint: K,
  input: CallInput<Api[K]>,
  { enabled = true, ...messages }: ErrorMessages & { enabled?: boolean } = {},
): UseQueryResult<ApiResult<Api[K]>> {
  const { kind: as } = useArea();
  return useQuery({ ...readOptions(as, endpoint, input as LooseInput, messages), enabled });
}

/** The query of an endpoint, for lists of queries and declared reads. Readers of the same input share one request. */
export function readOptions<K extends GetEndpoint>(
  as: Area["kind"],
  endpoint: K,
  input: LooseInput,
  { fallback, unreachable }: ErrorMessages = {},
) {
  return {
    queryKey: [endpoint, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callLoosely(endpoint, { ...input, as, signal, fallback, unreachable }),
    placeholderData: keepPreviousData,
  };
}

/** The input with a query; one without values is left out. */
export function inputOf(query: NonNullable<LooseInput["query"]>): LooseInput {
  return Object.values(query).some((value) => value !== undefined) ? { query } : {};
}

interface ChangeOptions extends ErrorMessages {
  /** Path prefixes of the GET endpoints to refetch after the change. */
  refreshes: readonly string[];
  successMessage?: string;
  /** Request timeout in milliseconds; 10 seconds by default. */
  timeout?: number;
}

/**
 * Mutation that refetches `refreshes` and shows `successMessage` on success.
 * @throws ApiError from `mutateAsync`, with the server's message
 */
export function useChange<K extends ChangeEndpoint>(
  endpoint: K,
  { refreshes, successMessage, ...messages }: ChangeOptions,
) {
  const { kind: as } = useArea();
  const confirmed = useConfirmed();
  const client = useQueryClient();
  const toast = useAreaToast();
  return useMutation({
    mutationFn: (input: CallInput<Api[K]>) =>
      confirmed((confirmation) => callLoosely(endpoint, { ...(input as LooseInput), as, ...messages, confirmation })),
    onSuccess: () => {
      void refresh(client, refreshes);
      if (successMessage) toast(successMessage);
    },
  });
}

/** Calls a changing endpoint with the token of the back office. @throws ApiError */
export type Send = <K extends ChangeEndpoint>(
  endpoint: K,
  input: CallInput<Api[K]>,
  options?: ErrorMessages & { timeout?: number },
) => Promise<ApiResult<Api[K]>>;

/** As `Send`, for an input that was checked where endpoint and input were declared together. */
export type SendLoosely = (
  endpoint: ChangeEndpoint,
  input: LooseInput,
  options?: ErrorMessages & { timeout?: number },
) => Promise<ApiResult<Api[ChangeEndpoint]>>;

/** Returns a function that calls any endpoint and then refetches `refreshes`. */
export function useSend(refreshes: readonly string[]): Send {
  return useSendLoosely(refreshes) as Send;
}

/** As `useSend`, for the calls of a declaration. */
export function useSendLoosely(refreshes: readonly string[]): SendLoosely {
  const { kind: as } = useArea();
  const confirmed = useConfirmed();
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: ({ endpoint, options }: { endpoint: ChangeEndpoint; options: LooseInput & ErrorMessages }) =>
      confirmed((confirmation) => callLoosely(endpoint, { ...options, as, confirmation })),
    onSuccess: () => void refresh(client, refreshes),
  });
  return (endpoint, input, options) => mutateAsync({ endpoint, options: { ...input, ...options } });
}

/** Refetches the queries whose path starts with one of the prefixes. */
export function refresh(client: QueryClient, prefixes: readonly string[]): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => hasPrefix(queryKey[0], prefixes) });
}

/** Whether the endpoint of a query has a path with one of the prefixes. */
export function hasPrefix(key: unknown, prefixes: readonly string[]): boolean {
  return typeof key === "string" && prefixes.some((prefix) => key.startsWith(`GET ${prefix}`));
}

interface ToggleOptions<K extends ChangeEndpoint, L extends GetEndpoint> extends ChangeOptions {
  list: L;
  apply: (data: ApiResult<Api[L]>["data"], input: CallInput<Api[K]>) => ApiResult<Api[L]>["data"];
}

/**
 * Optimistic mutation: updates the cached list at once, and rolls back with a toast on error. Concurrent mutations run in
 * sequence, and only the last one refetches, so that the list never flickers back in between.
 */
export function useToggle<K extends ChangeEndpoint, L extends GetEndpoint>(endpoint: K, options: ToggleOptions<K, L>) {
  const { refreshes, successMessage, list, apply, ...messages } = options;
  const { kind: as } = useArea();
  const confirmed = useConfirmed();
  const client = useQueryClient();
  const toast = useAreaToast();
  const mutationKey = ["toggle", endpoint, list];
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const listQueries = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === list };
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (input: CallInput<Api[K]>) =>
      confirmed((confirmation) => callLoosely(endpoint, { ...(input as LooseInput), as, ...messages, confirmation })),
    onMutate: async (input) => {
      await client.cancelQueries(listQueries);
      const snapshot = client.getQueriesData<ApiResult<Api[L]>>(listQueries);
      client.setQueriesData<ApiResult<Api[L]>>(
        listQueries,
        (cached) => cached && { ...cached, data: apply(cached.data, input) },
      );
      return { snapshot };
    },
    onError: (error, _input, context) => {
      if (isLast()) for (const [queryKey, data] of context?.snapshot ?? []) client.setQueryData(queryKey, data);
      toast(errorMessage(error, messages.fallback), "danger");
    },
    onSuccess: () => {
      if (successMessage) toast(successMessage);
    },
    onSettled: () => {
      if (isLast()) void refresh(client, refreshes);
    },
  });
}
