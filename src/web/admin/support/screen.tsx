import { Pause, Pencil, Play, Plus, Trash2 } from "lucide";
import { useState } from "react";
import type { AdminContact } from "#contract/support.ts";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { useToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useChange, useRead, useToggle } from "../../resource/data/queries.ts";
import { focusMain } from "../../resource/focus.ts";
import { type Column, DataTable, TableSkeleton } from "../../resource/list/data-table.tsx";
import { ListBody, PageHeader } from "../../resource/list/list-screen.tsx";
import { ContactIcon } from "../../support/contact-icon.tsx";
import { ContactForm } from "./contact-form.tsx";
import { typeNames } from "./contact-names.ts";
import { refreshes } from "./refreshes.ts";
import "./support.css";
import { Icon } from "../../ui/icon.tsx";

const columns: Column<AdminContact>[] = [
  {
    head: "Tên",
    className: "strong",
    full: true,
    cell: (contact) => (
      <span className="contact-cell">
        <ContactIcon contact={contact} />
        <span>
          {contact.name}
          {contact.description && <span className="muted clamp">{contact.description}</span>}
        </span>
      </span>
    ),
  },
  { head: "Loại", label: "Loại:", full: true, cell: ({ type }) => typeNames[type] },
  { head: "Giá trị", label: "Giá trị:", full: true, cell: ({ value }) => value },
  {
    head: "Trạng thái",
    cell: ({ is_active }) =>
      is_active ? (
        <span className="badge badge--success badge--dot">Kích hoạt</span>
      ) : (
        <span className="badge badge--dot">Tạm dừng</span>
      ),
  },
  { head: "Thứ tự", label: "Thứ tự:", className: "num", cell: ({ sort_order }) => sort_order },
];

export default function SupportScreen() {
  const contacts = useRead(
    "GET /api/admin/support",
    {},
    { fallback: "Không thể tải danh sách liên lạc", unreachable: "Lỗi kết nối" },
  );
  const [editing, setEditing] = useState<AdminContact | "new">();
  const toggle = useToggle("PATCH /api/admin/support/{id}/toggle-status", {
    list: "GET /api/admin/support",
    apply: (data, { params }) => ({
      ...data,
      items: data.items.map((each) => (each.id === params.id ? { ...each, is_active: !each.is_active } : each)),
    }),
    refreshes,
    fallback: "Không thể thay đổi trạng thái",
    unreachable: "Lỗi kết nối",
  });
  const remove = useRemove();
  const addButton = (
    <button type="button" className="btn btn--primary" onClick={() => setEditing("new")}>
      <Icon icon={Plus} />
      Thêm liên lạc
    </button>
  );
  const actionsOf = (contact: AdminContact) => (
    <>
      <RowButton label={`Sửa ${contact.name}`} icon={Pencil} onPress={() => setEditing(contact)} />
      <RowButton
        label={`${contact.is_active ? "Tạm dừng" : "Kích hoạt"} ${contact.name}`}
        icon={contact.is_active ? Pause : Play}
        onPress={() => toggle.mutate({ params: { id: contact.id } })}
      />
      <RowButton label={`Xóa ${contact.name}`} icon={Trash2} onPress={() => void remove(contact)} />
    </>
  );
  return (
    <>
      <PageHeader title="Liên hệ hỗ trợ" summary={contacts.data && `${contacts.data.data.total} cách liên lạc`}>
        {addButton}
      </PageHeader>
      <ListBody
        query={contacts}
        isEmpty={({ data }) => data.total === 0}
        empty={{
          title: "Chưa có thông tin liên lạc nào",
          text: "Nút hỗ trợ ở góc trang hiện ra khi có ít nhất một liên lạc đang kích hoạt.",
          action: addButton,
        }}
        skeleton={<TableSkeleton rows={4} />}
      >
        {({ data }) => (
          <div className="table-card">
            <DataTable
              caption="Thông tin liên lạc"
              columns={columns}
              rows={data.items}
              keyOf={({ id }) => id}
              actions={actionsOf}
            />
          </div>
        )}
      </ListBody>
      {editing && (
        <ContactForm
          key={editing === "new" ? "new" : editing.id}
          contact={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

function RowButton({ label, icon, onPress }: { label: string; icon: typeof Pencil; onPress: () => void }) {
  return (
    <button type="button" className="ibtn" aria-label={label} title={label} onClick={onPress}>
      <Icon icon={icon} />
    </button>
  );
}

function useRemove(): (contact: AdminContact) => Promise<void> {
  const confirm = useConfirm();
  const toast = useToast();
  const remove = useChange("DELETE /api/admin/support/{id}", {
    refreshes,
    successMessage: "Đã xóa thông tin liên lạc",
    fallback: "Không thể xóa thông tin liên lạc",
    unreachable: "Lỗi kết nối",
  });
  return async (contact) => {
    const isConfirmed = await confirm({
      title: "Xóa liên lạc",
      text: (
        <>
          <p>Bạn có chắc chắn muốn xóa thông tin liên lạc này?</p>
          <p>
            <b>{contact.name}</b>
          </p>
        </>
      ),
      action: "Xóa liên lạc",
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await remove.mutateAsync({ params: { id: contact.id } });
      focusMain();
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  };
}
