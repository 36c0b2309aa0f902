import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide";
import { Icon } from "../../ui/icon.tsx";
import { hasPrefix, refresh } from "../data/queries.ts";

/** A button that reads the GET endpoints with these path prefixes again. */
export function RefreshButton({ refreshes }: { refreshes: readonly string[] }) {
  const client = useQueryClient();
  const isBusy = useIsFetching({ predicate: ({ queryKey }) => hasPrefix(queryKey[0], refreshes) }) > 0;
  return (
    <button
      type="button"
      className="btn btn--line"
      aria-disabled={isBusy}
      onClick={() => !isBusy && void refresh(client, refreshes)}
    >
      <Icon icon={RefreshCw} />
      Làm mới
    </button>
  );
}
