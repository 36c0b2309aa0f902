import { House } from "lucide";
import { CategoryBody, type CategoryWithCount } from "#contract/catalogue.ts";
import { flagWords } from "#contract/flag-words.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { groupedNumber } from "../../lib/format.ts";
import { ActiveBadge, Badge, Mark } from "../../resource/controls/badge.tsx";
import { SelectField, SwitchField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { Link } from "../../ui/link.tsx";
import { excelOf } from "../excel.ts";

const types = [
  { value: "entertainment", label: "Giải trí" },
  { value: "educational", label: "Học tập" },
];
const saveErrors = { fallback: "Có lỗi xảy ra khi lưu thể loại", unreachable: "Lỗi khi lưu thể loại" };

const genres = defineResource({
  title: "Thể loại",
  noun: "thể loại",
  nameOf: (genre: CategoryWithCount) => genre.name,
  list: {
    endpoint: "GET /api/categories/with-song-count",
    fallback: "Không thể tải danh sách thể loại",
    unreachable: "Lỗi khi tải danh sách thể loại",
  },
  search: { label: "Tìm thể loại", placeholder: "Tên thể loại" },
  sorts: [
    { label: "Mới nhất", by: "created_at", order: "desc", value: ({ created_at }) => created_at },
    { label: "Tên A-Z", by: "name", order: "asc", value: ({ name }) => name },
    { label: "Tên Z-A", by: "name", order: "desc", value: ({ name }) => name },
    { label: "Nhiều bài nhất", by: "song_count", order: "desc", value: ({ song_count }) => song_count },
  ],
  columns: [
    { id: "name", label: "Tên", card: "title", sortBy: "name", cell: ({ name }) => name },
    {
      id: "is_active",
      label: "Trạng thái",
      card: "badges",
      cell: ({ is_active }) => <ActiveBadge isActive={is_active} words={flagWords.shown} />,
    },
    {
      id: "category_type",
      label: "Loại",
      card: "badges",
      cell: ({ category_type }) => <Badge>{category_type === "educational" ? "Học tập" : "Giải trí"}</Badge>,
    },
    {
      id: "is_featured",
      label: "Nổi bật",
      card: "badges",
      cell: ({ is_featured }) => is_featured && <Mark kind="accent" icon={House} label="Hiện trên trang chủ" />,
    },
    {
      id: "description",
      label: "Mô tả",
      card: "body",
      only: "cards",
      cell: ({ description }) => <p className="clamp">{description ?? <span className="muted">Chưa có mô tả</span>}</p>,
    },
    {
      id: "song_count",
      label: "Bài hát",
      card: "foot",
      sortBy: "song_count",
      cell: ({ id, song_count }) => (
        <Link className="link" to={`/admin/songs?category=${id}`}>
          {groupedNumber(song_count)} bài đang phát hành
        </Link>
      ),
    },
    {
      id: "created_at",
      label: "Ngày tạo",
      card: "foot",
      sortBy: "created_at",
      cell: ({ created_at }) => <time dateTime={created_at}>{shortDateTime(created_at)}</time>,
    },
  ],
  empty: { title: "Chưa có thể loại nào", text: "Mỗi bài hát thuộc ít nhất một thể loại." },
  form: {
    schema: CategoryBody,
    values: (genre) => ({
      name: genre?.name ?? "",
      description: genre?.description ?? "",
      icon_url: genre?.icon_url ?? "",
      category_type: genre?.category_type ?? "entertainment",
      is_active: genre?.is_active ?? true,
      is_featured: genre?.is_featured ?? false,
    }),
    create: { endpoint: "POST /api/categories", success: "Thêm thể loại thành công!", ...saveErrors },
    change: { endpoint: "PUT /api/categories/{id}", success: "Cập nhật thể loại thành công!", ...saveErrors },
    fields: () => (
      <>
        <TextField name="name" label="Tên thể loại" required maxLength={100} />
        <TextAreaField name="description" label="Mô tả" />
        <TextField name="icon_url" label="Địa chỉ ảnh" hint="Để trống thì hình được vẽ từ tên." />
        <SelectField name="category_type" label="Loại" options={types} />
        <SwitchField name="is_active" label={flagWords.shown.on} hint="Tắt thì khách không thấy thể loại này." />
        <SwitchField name="is_featured" label="Hiện trên trang chủ" />
      </>
    ),
  },
  remove: {
    bin: "category",
    endpoint: "DELETE /api/categories/{id}",
    question: "Bạn có chắc chắn muốn xóa thể loại này?",
    success: "Xóa thể loại thành công!",
    fallback: "Không thể xóa thể loại này",
    unreachable: "Lỗi khi xóa thể loại",
  },
  download: excelOf("categories"),
  history: "category",
  refreshes: ["/api/categories", "/api/songs", "/api/admin/dashboard"],
  live: ["catalogue"],
});

export default function GenresScreen() {
  return <ResourceScreen resource={genres} />;
}
