import { Trash2 } from "lucide";
import { type BinItem, binDays, binEntities } from "#contract/bin.ts";
import { entities } from "#contract/entities.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { factTexts } from "../../resource/bin/bin-facts.ts";
import { Badge } from "../../resource/controls/badge.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { allTab } from "../../resource/states.tsx";
import { useNow } from "../../resource/use-now.ts";
import { binRefreshes, loadErrors, removeErrors } from "./bin-calls.ts";
import { BinPanel } from "./bin-panel.tsx";
import { EmptyBin } from "./empty-bin.tsx";
import { RestoreButton } from "./restore-button.tsx";
import styles from "./screen.module.css";

const dayMs = 24 * 3600_000;
/** Days in which an item stands out. */
const soon = 3;
const labelOf = (entity: BinItem["entity"]) => entities[entity].noun.replace(/^./, (letter) => letter.toUpperCase());

const bin = defineResource({
  title: "Thùng rác",
  noun: "mục",
  nameOf: (item: BinItem) => item.name,
  view: "table",
  list: { endpoint: "GET /api/admin/bin", isPaged: true, ...loadErrors },
  search: { label: "Tìm trong thùng rác", placeholder: "Tên" },
  tabs: {
    name: "kind",
    label: "Loại",
    choices: [allTab, ...binEntities.map((entity) => ({ value: entity, label: labelOf(entity), query: { entity } }))],
    endpoint: "GET /api/admin/bin/counts",
    ...loadErrors,
  },
  sorts: [
    { label: "Mới xóa nhất", by: "deleted_at", order: "desc" },
    { label: "Sắp hết hạn nhất", by: "deleted_at", order: "asc" },
    { label: "Tên A-Z", by: "name", order: "asc" },
    { label: "Tên Z-A", by: "name", order: "desc" },
  ],
  sizes: { choices: [20, 50, 100], default: 20 },
  columns: [
    {
      id: "name",
      label: "Tên",
      card: "title",
      sortBy: "name",
      className: styles.name,
      cell: (item, { open }) => (
        <button type="button" className="link" onClick={() => open(item)}>
          {item.name}
        </button>
      ),
    },
    { id: "entity", isKey: true, label: "Loại", card: "subtitle", cell: ({ entity }) => labelOf(entity) },
    {
      id: "facts",
      label: "Đi cùng",
      card: "body",
      isWide: true,
      className: styles.facts,
      cell: ({ facts }) => factTexts(facts).join(", "),
    },
    {
      id: "deleted_at",
      label: "Đã xóa",
      card: "foot",
      sortBy: "deleted_at",
      cell: ({ deleted_at, deleted_by }) => (
        <>
          <time dateTime={deleted_at}>{shortDateTime(deleted_at)}</time>
          <span className="table__line">{deleted_by}</span>
        </>
      ),
    },
    { id: "ends_at", isKey: true, label: "Còn lại", card: "badges", cell: (item) => <DaysLeft item={item} /> },
    {
      id: "restore",
      label: "Khôi phục",
      card: "foot",
      cell: (item, { open }) => <RestoreButton item={item} onTaken={() => open(item)} />,
    },
  ],
  empty: {
    title: "Thùng rác trống",
    text: `Bài hát, thể loại, liên hệ, gói Premium và nhân viên đã xóa nằm ở đây ${binDays} ngày.`,
  },
  Tools: EmptyBin,
  actions: [
    {
      label: "Xóa hẳn",
      icon: Trash2,
      isDanger: true,
      call: {
        endpoint: "DELETE /api/admin/bin/{id}",
        input: ({ id }) => ({ params: { id } }),
        success: "Đã xóa hẳn",
        ...removeErrors,
        question: { title: "Xóa hẳn", text: "Mục này và file của nó không khôi phục được nữa.", action: "Xóa hẳn" },
      },
    },
  ],
  detail: {
    endpoint: "GET /api/admin/bin/{id}",
    missing: "Không còn trong thùng rác",
    dialog: (item, _tools, onClose) => <BinPanel item={item} onClose={onClose} />,
  },
  refreshes: binRefreshes,
  live: ["bin"],
});

export default function BinScreen() {
  return <ResourceScreen resource={bin} />;
}

function DaysLeft({ item: { ends_at } }: { item: BinItem }) {
  const days = Math.ceil((Date.parse(ends_at) - useNow()) / dayMs);
  if (days <= 0) return <Badge kind="danger">Xóa hẳn đêm nay</Badge>;
  return <Badge kind={days <= soon ? "warning" : undefined}>{days} ngày</Badge>;
}
