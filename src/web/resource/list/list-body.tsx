import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState } from "../../ui/states.tsx";
import { ErrorBanner } from "../controls/banner.tsx";
import { errorMessage } from "../data/queries.ts";

interface ListBodyProps<T> {
  query: UseQueryResult<T>;
  isEmpty: (data: T) => boolean;
  empty: { title: string; text?: string; action?: ReactNode };
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** The body of a list: error, skeleton, empty state or rows. Rows stay visible during a refetch. */
export function ListBody<T>({ query, isEmpty, empty, skeleton, children }: ListBodyProps<T>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  return (
    <div aria-busy={isFetching && (data === undefined || isPlaceholderData)}>
      {error && <ErrorBanner error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data !== undefined ? (
        isEmpty(data) ? (
          <EmptyState title={empty.title} text={empty.text}>
            {empty.action}
          </EmptyState>
        ) : (
          children(data)
        )
      ) : (
        !error && skeleton
      )}
    </div>
  );
}

/** Errors of the queries beside a list. Queries with the same message share one banner and its retry. */
export function QueryErrors({
  queries,
}: {
  queries: readonly Pick<UseQueryResult, "error" | "isFetching" | "refetch">[];
}) {
  const failed = queries.filter(({ error }) => error !== null);
  const messages = [...new Set(failed.map(({ error }) => errorMessage(error)))];
  return messages.map((message) => {
    const sameMessage = failed.filter(({ error }) => errorMessage(error) === message);
    return (
      <ErrorBanner
        key={message}
        error={sameMessage[0]?.error}
        busy={sameMessage.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const { refetch } of sameMessage) void refetch();
        }}
      />
    );
  });
}
