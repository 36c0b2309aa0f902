import { type AdminContact, ContactBody } from "#contract/support.ts";
import { ContactIcon } from "../../contact-look/contact-icon.tsx";
import { lookOf } from "../../contact-look/contact-look.ts";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { typeNames } from "./contact-names.ts";
import styles from "./screen.module.css";

const saveErrors = { fallback: "Không thể lưu thông tin liên lạc", unreachable: "Lỗi kết nối" };

const contacts = defineResource({
  title: "Liên hệ hỗ trợ",
  noun: "liên lạc",
  nameOf: (contact: AdminContact) => contact.name,
  view: "table",
  list: {
    endpoint: "GET /api/admin/support",
    rows: ({ items }) => items,
    fallback: "Không thể tải danh sách liên lạc",
    unreachable: "Lỗi kết nối",
  },
  columns: [
    {
      id: "icon",
      label: "Biểu tượng",
      card: "media",
      only: "cards",
      cell: (contact) => <ContactIcon contact={contact} />,
    },
    {
      id: "name",
      label: "Tên",
      card: "title",
      cardCell: ({ name }) => name,
      cell: (contact) => (
        <span className={styles.contactCell}>
          <ContactIcon contact={contact} />
          <span>
            {contact.name}
            {contact.description && <span className="muted clamp">{contact.description}</span>}
          </span>
        </span>
      ),
    },
    { id: "type", label: "Loại", card: "subtitle", cell: ({ type }) => typeNames[type] },
    {
      id: "value",
      label: "Giá trị",
      card: "body",
      skeleton: 1.5,
      className: styles.value,
      cell: ({ value }) => <p className="clamp">{value}</p>,
    },
    {
      id: "description",
      label: "Mô tả",
      card: "body",
      only: "cards",
      skeleton: 1.5,
      cell: ({ description }) => description && <p className="clamp">{description}</p>,
    },
    { id: "is_active", label: "Trạng thái", card: "foot", cell: (contact, { toggle }) => toggle(contact) },
    {
      id: "sort_order",
      label: "Thứ tự",
      card: "foot",
      isNumber: true,
      hasLabel: true,
      cell: ({ sort_order }) => sort_order,
      cardCell: ({ sort_order }) => `Thứ tự ${sort_order}`,
    },
  ],
  empty: {
    title: "Chưa có thông tin liên lạc nào",
    text: "Nút hỗ trợ ở góc trang hiện ra khi có ít nhất một liên lạc đang kích hoạt.",
  },
  form: {
    schema: ContactBody,
    values: (contact) => ({
      name: contact?.name ?? "",
      type: contact?.type ?? "phone",
      value: contact?.value ?? "",
      icon_url: contact?.icon_url ?? "",
      color: contact?.color ?? (contact ? lookOf(contact).color : "blue-500"),
      is_active: contact?.is_active ?? true,
      sort_order: contact?.sort_order ?? 0,
      description: contact?.description ?? "",
    }),
    create: { endpoint: "POST /api/admin/support", success: "Đã thêm thông tin liên lạc", ...saveErrors },
    change: { endpoint: "PUT /api/admin/support/{id}", success: "Đã lưu thông tin liên lạc", ...saveErrors },
    fields: () => <ContactFields />,
  },
  toggle: {
    endpoint: "PATCH /api/admin/support/{id}/toggle-status",
    isOn: ({ is_active }) => is_active,
    apply: (contact) => ({ ...contact, is_active: !contact.is_active }),
    labels: { on: "Kích hoạt", off: "Tạm dừng" },
    undo: true,
    success: "Đã cập nhật trạng thái liên lạc",
    fallback: "Không thể thay đổi trạng thái",
    unreachable: "Lỗi kết nối",
  },
  remove: {
    bin: "support",
    endpoint: "DELETE /api/admin/support/{id}",
    question: "Bạn có chắc chắn muốn xóa thông tin liên lạc này?",
    success: "Đã xóa thông tin liên lạc",
    fallback: "Không thể xóa thông tin liên lạc",
    unreachable: "Lỗi kết nối",
  },
  history: "support",
  refreshes: ["/api/admin/support", "/api/admin/dashboard"],
  live: ["site"],
});

export default function SupportScreen() {
  return <ResourceScreen resource={contacts} />;
}
