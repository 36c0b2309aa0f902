import { flagWords } from "#contract/flag-words.ts";
import type { AdminPackage } from "#contract/premium-packages.ts";
import { durationLabel, priceLabel } from "../../lib/package-text.ts";
import { PagesWithGoTo } from "../../resource/list/pages.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { flagOptions } from "../../resource/states.tsx";
import { excelOf } from "../excel.ts";
import { packageRefreshes, unreachable } from "./package-calls.ts";
import { PackageFields, PackageForm } from "./package-fields.tsx";
import { PackageTools } from "./package-tools.tsx";
import { Sales } from "./sales.tsx";
import styles from "./screen.module.css";

const saveErrors = { fallback: "Có lỗi xảy ra khi lưu gói Premium", unreachable };

const packages = defineResource({
  title: "Gói Premium",
  noun: "gói Premium",
  nameOf: (item: AdminPackage) => item.name,
  view: "table",
  list: {
    endpoint: "GET /api/admin/premium-packages",
    rows: (page) => page.packages,
    paging: (page, limit) => ({ page, limit }),
    fallback: "Có lỗi xảy ra khi tải danh sách gói Premium",
    unreachable,
  },
  search: { label: "Tìm gói Premium", placeholder: "Tên gói" },
  filters: [
    {
      name: "active",
      param: "is_active",
      label: "Trạng thái",
      all: "Mọi trạng thái",
      options: flagOptions(flagWords.shown),
    },
  ],
  sorts: [
    { label: "Thứ tự hiển thị", by: "sort_order", order: "asc" },
    { label: "Tên A-Z", by: "name", order: "asc" },
    { label: "Tên Z-A", by: "name", order: "desc" },
    { label: "Giá thấp đến cao", by: "price", order: "asc" },
    { label: "Giá cao đến thấp", by: "price", order: "desc" },
    { label: "Mới nhất", by: "created_at", order: "desc" },
    { label: "Cũ nhất", by: "created_at", order: "asc" },
  ],
  sizes: { choices: [5, 10, 20, 50, 100], default: 10 },
  Pages: PagesWithGoTo,
  columns: [
    {
      id: "name",
      label: "Gói",
      card: "title",
      sortBy: "name",
      className: styles.name,
      cardCell: ({ name }) => name,
      cell: ({ name, sort_order }) => (
        <>
          {name}
          <span className="table__line">Thứ tự {sort_order}</span>
        </>
      ),
    },
    {
      id: "sort_order",
      label: "Thứ tự",
      card: "subtitle",
      only: "cards",
      cell: ({ sort_order }) => `Thứ tự ${sort_order}`,
    },
    {
      id: "duration",
      label: "Thời hạn",
      card: "body",
      skeleton: 1.5,
      cell: ({ duration_days, is_lifetime }) => durationLabel(duration_days, is_lifetime),
      cardCell: ({ price, duration_days, is_lifetime }) => (
        <p>
          <b className="num">{priceLabel(price)}</b> · {durationLabel(duration_days, is_lifetime)}
        </p>
      ),
    },
    { id: "price", label: "Giá", sortBy: "price", isNumber: true, cell: ({ price }) => priceLabel(price) },
    {
      id: "sold",
      label: "Đã bán",
      card: "foot",
      className: styles.sold,
      cell: (item) => <Sales item={item} />,
    },
    { id: "is_active", label: "Trạng thái", card: "foot", cell: (item, { toggle }) => toggle(item) },
    {
      id: "description",
      label: "Mô tả",
      card: "body",
      skeleton: 1.5,
      className: styles.description,
      cell: ({ description }) => <p className="clamp">{description ?? <span className="muted">Chưa có mô tả</span>}</p>,
    },
  ],
  empty: { title: "Chưa có gói Premium nào", text: "Thêm gói đầu tiên để khách có thể đặt mua Premium." },
  Tools: PackageTools,
  form: {
    schema: PackageForm,
    values: (item) => ({
      name: item?.name ?? "",
      price: item?.price ?? Number.NaN,
      is_lifetime: item?.is_lifetime ?? false,
      duration_days: item?.duration_days ?? Number.NaN,
      sort_order: item?.sort_order ?? 0,
      description: item?.description ?? "",
      is_active: item?.is_active ?? true,
    }),
    create: { endpoint: "POST /api/admin/premium-packages", success: "Đã thêm gói Premium", ...saveErrors },
    change: { endpoint: "PUT /api/admin/premium-packages/{id}", success: "Đã lưu gói Premium", ...saveErrors },
    fields: () => <PackageFields />,
    width: 52,
  },
  toggle: {
    endpoint: "PATCH /api/admin/premium-packages/{id}/toggle-active",
    isOn: ({ is_active }) => is_active,
    apply: (item) => ({ ...item, is_active: !item.is_active }),
    labels: flagWords.shown,
    undo: true,
    success: "Đã cập nhật trạng thái gói Premium",
    fallback: "Có lỗi xảy ra khi cập nhật trạng thái gói Premium",
    unreachable,
  },
  remove: {
    bin: "premium_package",
    endpoint: "DELETE /api/admin/premium-packages/{id}",
    question: "Bạn có chắc chắn muốn xóa gói Premium này?",
    success: "Đã xóa gói Premium",
    fallback: "Có lỗi xảy ra khi xóa gói Premium",
    unreachable,
  },
  download: excelOf("packages"),
  history: "premium_package",
  refreshes: packageRefreshes,
  live: ["site", "orders"],
});

export default function PackagesScreen() {
  return <ResourceScreen resource={packages} />;
}
