import { entities, entityNames } from "#contract/entities.ts";
import type { HistoryEntry } from "#contract/history.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { ChangeList } from "../../resource/history/change-list.tsx";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { Link } from "../../ui/link.tsx";
import { activityMessage } from "../dashboard/activity-message.ts";
import { excelOf } from "../excel.ts";
import styles from "./screen.module.css";

const refreshes = ["/api/admin/history"];
const loadErrors = { fallback: "Có lỗi xảy ra khi tải lịch sử", unreachable: "Lỗi khi tải lịch sử" };

const history = defineResource({
  title: "Lịch sử",
  noun: "thay đổi",
  nameOf: ({ summary }: HistoryEntry) => summary,
  view: "table",
  list: { endpoint: "GET /api/admin/history", isPaged: true, ...loadErrors },
  filters: [
    {
      name: "kind",
      label: "Việc",
      all: "Công việc",
      options: [{ value: "login", label: "Đăng nhập" }],
    },
    {
      name: "person",
      label: "Người",
      all: "Mọi người",
      options: {
        endpoint: "GET /api/admin/history/people",
        options: (people) => people.map(({ key, name }) => ({ value: key, label: name })),
        ...loadErrors,
      },
    },
    {
      name: "entity",
      label: "Loại bản ghi",
      all: "Mọi loại",
      options: entityNames.map((value) => ({ value, label: capitalised(entities[value].noun) })),
    },
    {
      name: "action",
      label: "Thao tác",
      all: "Mọi thao tác",
      options: [
        { value: "create", label: "Thêm" },
        { value: "update", label: "Sửa" },
        { value: "delete", label: "Xóa" },
        { value: "restore", label: "Khôi phục" },
      ],
    },
  ],
  days: { label: "Ngày" },
  sizes: { choices: [20, 50, 100], default: 20 },
  columns: [
    {
      id: "created_at",
      label: "Lúc",
      card: "foot",
      className: "num",
      cell: ({ created_at }) => <time dateTime={created_at}>{shortDateTime(created_at)}</time>,
    },
    { id: "actor", label: "Ai", card: "subtitle", className: styles.actor, cell: ({ actor_name }) => actor_name },
    { id: "what", label: "Việc", card: "title", className: styles.what, cell: (entry) => <Done entry={entry} /> },
    {
      id: "changes",
      label: "Từ đâu thành đâu",
      card: "body",
      className: styles.changes,
      skeleton: 2.5,
      cell: ({ changes }) => <ChangeList changes={changes} />,
    },
  ],
  empty: { title: "Chưa có gì được ghi lại", text: "Mỗi thay đổi trong trang quản trị và bàn việc hiện ở đây." },
  Tools: () => <RefreshButton refreshes={refreshes} />,
  download: excelOf("history"),
  refreshes,
});

export default function HistoryScreen() {
  return <ResourceScreen resource={history} />;
}

/** What was done to what, with the way to its screen. */
function Done({ entry }: { entry: HistoryEntry }) {
  const { action, target: named, href } = activityMessage(entry);
  // The changes beside it say what the summary has in parentheses.
  const target = entry.changes.length > 0 ? named?.replace(/ \(.*\)$/s, "") : named;
  const text = capitalised(action.replace(/^đã /, ""));
  if (target === undefined)
    return href === undefined ? (
      text
    ) : (
      <Link to={href} className={styles.link}>
        {text}
      </Link>
    );
  return (
    <>
      {text}{" "}
      {href === undefined ? (
        <b>{target}</b>
      ) : (
        <Link to={href} className={styles.link}>
          {target}
        </Link>
      )}
    </>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
