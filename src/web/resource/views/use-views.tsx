/** The saved views of a list: opening, saving, changing and deleting them. */
import { Bookmark, House, ListRestart, Pencil, Plus, Save, Trash2 } from "lucide";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { type SavedView, ViewBody, ViewChange, type ViewScreen, viewNameLength } from "#contract/views.ts";
import { useArea } from "../area/area.ts";
import type { MenuAction } from "../controls/menu.tsx";
import { useAreaToast } from "../controls/toast.tsx";
import { errorMessage, useRead, useSend } from "../data/queries.ts";
import { SwitchField, TextField } from "../form/fields.tsx";
import { ResourceForm } from "../form/resource-form.tsx";
import { dayChoices } from "../list/day-filter.tsx";
import type { ListSpec } from "../list/list-url.ts";
import type { ListControl } from "../list/use-list-state.ts";
import { useDefaultView } from "./use-default-view.ts";
import { differs, viewHref, viewQueryOf } from "./view-query.ts";

const refreshes = ["/api/account/views"];
const failed = { fallback: "Có lỗi xảy ra với dạng xem, bạn thử lại nhé", unreachable: "Lỗi khi lưu dạng xem" };

interface Views {
  /** The open view; changed when the list shows something else by now. */
  open: SavedView | undefined;
  isChanged: boolean;
  items: readonly MenuAction[];
  /** The form that an item has opened. */
  dialog: ReactNode;
}

/** The saved views of a screen's list, as items of its menu. */
export function useViews(list: ListControl, spec: ListSpec, screen: ViewScreen): Views {
  const { state, update } = list;
  const { kind, role } = useArea();
  const mayShare = kind === "admin" && role?.() !== "accountant";
  const navigate = useNavigate();
  const toast = useAreaToast();
  const send = useSend(refreshes);
  const read = useRead("GET /api/account/views", { query: { screen } }, { fallback: "Không tải được các dạng xem" });
  const [dialog, setDialog] = useState<"save" | "edit">();
  const views = read.data?.data ?? [];
  const byDefault = views.find(({ is_default }) => is_default);
  useDefaultView(byDefault && viewHref(byDefault, spec, dayChoices));
  const open = views.find(({ id }) => String(id) === state.saved);
  const isChanged = open !== undefined && differs(open, state, spec, dayChoices);

  /** Shows the error of a change in a message, and reads what the views are now. */
  async function attempt(change: () => Promise<unknown>, success: string) {
    try {
      await change();
      toast(success);
    } catch (error) {
      toast(errorMessage(error, failed.fallback), "danger");
      void read.refetch();
    }
  }
  const save = ({ id, name, version }: SavedView) =>
    attempt(
      () =>
        send(
          "PUT /api/account/views/{id}",
          {
            params: { id },
            body: { query: viewQueryOf(state, spec, dayChoices), version },
          },
          failed,
        ),
      `Đã cập nhật dạng xem “${name}”`,
    );
  const setDefault = ({ id, name, is_default }: SavedView) =>
    attempt(
      () => send("POST /api/account/views/{id}/default", { params: { id }, body: { is_default: !is_default } }, failed),
      is_default ? `“${name}” không còn là mặc định` : `“${name}” mở mỗi khi bạn vào màn hình này`,
    );
  async function remove({ id, name }: SavedView) {
    try {
      await send("DELETE /api/account/views/{id}", { params: { id } }, failed);
      update({ saved: "" });
      toast(`Đã xóa dạng xem “${name}”`, undefined, {
        label: "Hoàn tác",
        onPress: () =>
          void attempt(
            () => send("POST /api/account/views/{id}/restore", { params: { id } }, failed),
            `Đã khôi phục dạng xem “${name}”`,
          ),
      });
    } catch (error) {
      toast(errorMessage(error, failed.fallback), "danger");
    }
  }

  const itemOf = (view: SavedView): MenuAction => ({
    id: `view-${view.id}`,
    label: view.name,
    group: view.is_shared ? "Dạng xem chung" : "Dạng xem của tôi",
    detail: view.is_default ? "mặc định" : undefined,
    isCurrent: view === open,
    onSelect: () => void navigate(viewHref(view, spec, dayChoices), { preventScrollReset: true }),
  });
  const group = "Dạng xem";
  const items: MenuAction[] = [
    ...views.map(itemOf),
    ...(open
      ? [
          ...(isChanged && open.can_change
            ? [{ label: "Cập nhật theo danh sách này", icon: Save, group, onSelect: () => void save(open) }]
            : []),
          ...(isChanged
            ? [
                {
                  label: "Trở lại như đã lưu",
                  icon: ListRestart,
                  group,
                  onSelect: () => void navigate(viewHref(open, spec, dayChoices), { preventScrollReset: true }),
                },
              ]
            : []),
          {
            label: open.is_default ? "Bỏ mặc định" : "Đặt làm mặc định",
            icon: House,
            group,
            onSelect: () => void setDefault(open),
          },
          ...(open.can_change
            ? [
                {
                  label: mayShare ? "Đổi tên, dùng chung…" : "Đổi tên…",
                  icon: Pencil,
                  group,
                  onSelect: () => setDialog("edit"),
                },
              ]
            : []),
          {
            label: "Về danh sách đầy đủ",
            icon: Bookmark,
            group,
            onSelect: () => void navigate("?", { preventScrollReset: true }),
          },
          ...(open.can_change
            ? [{ label: "Xóa dạng xem", icon: Trash2, group, isDanger: true, onSelect: () => void remove(open) }]
            : []),
        ]
      : []),
    { label: "Lưu dạng xem này…", icon: Plus, group, onSelect: () => setDialog("save") },
  ];
  const forms = (
    <>
      {dialog === "save" && (
        <SaveForm
          mayShare={mayShare}
          onClose={() => setDialog(undefined)}
          onSave={async (body) => {
            const query = viewQueryOf(state, spec, dayChoices);
            const { data } = await send("POST /api/account/views", { body: { ...body, screen, query } }, failed);
            toast(`Đã lưu dạng xem “${data.name}”`);
            update({ saved: String(data.id) });
          }}
        />
      )}
      {dialog === "edit" && open && (
        <EditForm
          view={open}
          mayShare={mayShare}
          onClose={() => setDialog(undefined)}
          onSave={async (body) => {
            const { data } = await send("PUT /api/account/views/{id}", { params: { id: open.id }, body }, failed);
            toast(`Đã lưu dạng xem “${data.name}”`);
          }}
        />
      )}
    </>
  );
  return { open, isChanged, items, dialog: forms };
}

const SavedNew = ViewBody.pick({ name: true, is_shared: true, is_default: true });

interface FormProps<B> {
  mayShare: boolean;
  onSave: (body: B) => Promise<void>;
  onClose: () => void;
}

function SaveForm({ mayShare, onSave, onClose }: FormProps<{ name: string; is_shared: boolean; is_default: boolean }>) {
  return (
    <ResourceForm
      title="Lưu dạng xem"
      schema={SavedNew}
      values={{ name: "", is_shared: false, is_default: false }}
      submit={onSave}
      onClose={onClose}
    >
      <NameField />
      <p className="muted">Dạng xem giữ phần đang mở, bộ lọc, từ khóa, cách sắp xếp, số dòng và các cột.</p>
      {mayShare && <ShareField />}
      <SwitchField name="is_default" label="Mặc định" hint="Mở mỗi khi bạn vào màn hình này." />
    </ResourceForm>
  );
}

const Edited = ViewChange.pick({ name: true, is_shared: true }).required();

function EditForm({
  view,
  mayShare,
  onSave,
  onClose,
}: FormProps<{ name?: string; is_shared?: boolean; version?: string }> & { view: SavedView }) {
  const values = ({ name, is_shared }: SavedView) => ({ name, is_shared });
  return (
    <ResourceForm
      title={`Dạng xem: ${view.name}`}
      schema={Edited}
      values={values(view)}
      version={view.version}
      valuesOf={(record) => values(record as SavedView)}
      submit={(_body, changed) => onSave(changed)}
      onClose={onClose}
    >
      <NameField />
      {mayShare && <ShareField />}
    </ResourceForm>
  );
}

function NameField() {
  return <TextField name="name" label="Tên dạng xem" required maxLength={viewNameLength} />;
}

function ShareField() {
  return (
    <SwitchField
      name="is_shared"
      label="Dùng chung"
      hint="Mọi người mở được màn hình này đều thấy; quản trị viên sửa và xóa được."
    />
  );
}
