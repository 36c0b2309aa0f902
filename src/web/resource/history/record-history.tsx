/** The history of one record, folded below its form or details, and read once it is opened. */
import { ChevronDown } from "lucide";
import { type ReactNode, useState } from "react";
import type { EntityName } from "#contract/entities.ts";
import type { HistoryEntry } from "#contract/history.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { ErrorBanner } from "../controls/banner.tsx";
import { useRead } from "../data/queries.ts";
import { ChangeList } from "./change-list.tsx";
import styles from "./history.module.css";

interface RecordHistoryProps {
  entity: EntityName;
  id: number;
}

export function RecordHistory(props: RecordHistoryProps) {
  return (
    <FoldedHistory>
      <Entries {...props} />
    </FoldedHistory>
  );
}

/** The fold of a history. @param children rendered while it is open */
export function FoldedHistory({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.record} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        Lịch sử thay đổi
        <Icon icon={ChevronDown} />
      </summary>
      {isOpen && children}
    </details>
  );
}

function Entries({ entity, id }: RecordHistoryProps) {
  const read = useRead(
    "GET /api/admin/history/{entity}/{id}",
    { params: { entity, id } },
    { fallback: "Có lỗi xảy ra khi tải lịch sử", unreachable: "Lỗi khi tải lịch sử" },
  );
  if (read.error) return <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />;
  const entries = read.data?.data;
  if (!entries) return <Skeleton className={styles.skeleton} />;
  if (entries.length === 0) return <p className="muted">Chưa có thay đổi nào được ghi lại.</p>;
  return (
    <ol className={styles.steps} aria-label="Lịch sử thay đổi">
      {entries.map((entry) => (
        <li key={entry.id} className={styles.step}>
          <span className={styles.head}>
            <span>
              <b>{entry.actor_name}</b> {doneText(entry)}
            </span>
            <time className="muted num" dateTime={entry.created_at}>
              {shortDateTime(entry.created_at)}
            </time>
          </span>
          <ChangeList changes={entry.changes} />
        </li>
      ))}
    </ol>
  );
}

const verbs = {
  create: "đã thêm",
  update: "đã sửa",
  delete: "đã xóa",
  login: "đã đăng nhập",
  restore: "đã khôi phục",
} as const;

/** Returns what was done, with the details that stand in the summary alone. */
function doneText({ action, changes, summary }: HistoryEntry): string {
  const details = /\((.*)\)$/s.exec(summary)?.[1];
  return changes.length > 0 || details === undefined ? verbs[action] : `${verbs[action]}: ${details}`;
}
