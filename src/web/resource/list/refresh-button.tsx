import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide";
import { clockTime } from "../../lib/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { hasPrefix, refresh } from "../data/queries.ts";
import styles from "./refresh-button.module.css";

/** When the GET endpoints with these path prefixes were read last, and a button that reads them again. */
export function RefreshButton({ refreshes }: { refreshes: readonly string[] }) {
  const client = useQueryClient();
  const filter = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => hasPrefix(queryKey[0], refreshes) };
  // Rendered again when a read begins and when it ends.
  const isBusy = useIsFetching(filter) > 0;
  const reads = client.getQueryCache().findAll(filter);
  const readAt = Math.max(0, ...reads.map(({ state }) => state.dataUpdatedAt));
  return (
    <div className={styles.refresh}>
      {readAt > 0 && <span className={`muted num ${styles.time}`}>cập nhật {clockTime(readAt)}</span>}
      <button
        type="button"
        className="ibtn"
        aria-label="Làm mới"
        title="Làm mới"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void refresh(client, refreshes)}
      >
        <Icon icon={RefreshCw} />
      </button>
    </div>
  );
}
