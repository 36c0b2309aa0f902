import { Pencil, Plus, Trash2 } from "lucide";
import { useState } from "react";
import { type Category, CategoryBody } from "#contract/catalogue.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { groupedNumber } from "../../lib/format.ts";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { useToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useChange, useRead } from "../../resource/data/queries.ts";
import { focusMain } from "../../resource/focus.ts";
import { SelectField, SwitchField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { ListBody, PageHeader } from "../../resource/list/list-screen.tsx";
import { CardSkeletons } from "../../resource/list/skeletons.tsx";
import { Icon } from "../../ui/icon.tsx";

const refreshes = ["/api/categories", "/api/admin/dashboard"];
const types = [
  { value: "entertainment", label: "Giải trí" },
  { value: "educational", label: "Học tập" },
];

export default function GenresScreen() {
  const genres = useRead(
    "GET /api/categories/with-song-count",
    {},
    { fallback: "Không thể tải danh sách thể loại", unreachable: "Lỗi khi tải danh sách thể loại" },
  );
  const [editing, setEditing] = useState<Category | "new">();
  const remove = useRemove();
  const addButton = (
    <button type="button" className="btn btn--primary" onClick={() => setEditing("new")}>
      <Icon icon={Plus} />
      Thêm thể loại
    </button>
  );
  return (
    <>
      <PageHeader title="Thể loại" summary={genres.data && `${genres.data.data.length} thể loại`}>
        {addButton}
      </PageHeader>
      <ListBody
        query={genres}
        isEmpty={({ data }) => data.length === 0}
        empty={{ title: "Chưa có thể loại nào", text: "Mỗi bài hát thuộc ít nhất một thể loại.", action: addButton }}
        skeleton={<CardSkeletons count={8} />}
      >
        {({ data }) => (
          <ul className="cards">
            {data.map((genre) => (
              <li key={genre.id} className="item-card">
                <h2>{genre.name}</h2>
                <div className="chips">
                  {genre.is_active ? (
                    <span className="badge badge--success badge--dot">Hoạt động</span>
                  ) : (
                    <span className="badge badge--dot">Tạm ẩn</span>
                  )}
                  <span className="badge">{genre.category_type === "educational" ? "Học tập" : "Giải trí"}</span>
                  {genre.is_featured && <span className="badge badge--accent">Trang chủ</span>}
                </div>
                <p className="clamp">{genre.description ?? <span className="muted">Chưa có mô tả</span>}</p>
                <div className="item-card__foot num">
                  <span className="item-card__facts">
                    {groupedNumber(genre.song_count)} bài đang phát hành
                    <time dateTime={genre.created_at}>{shortDateTime(genre.created_at)}</time>
                  </span>
                  <span className="acts">
                    <button
                      type="button"
                      className="ibtn ibtn--sm"
                      aria-label={`Sửa ${genre.name}`}
                      onClick={() => setEditing(genre)}
                    >
                      <Icon icon={Pencil} />
                    </button>
                    <button
                      type="button"
                      className="ibtn ibtn--sm"
                      aria-label={`Xóa ${genre.name}`}
                      onClick={() => void remove(genre)}
                    >
                      <Icon icon={Trash2} />
                    </button>
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </ListBody>
      {editing && (
        <GenreForm
          key={editing === "new" ? "new" : editing.id}
          genre={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

function GenreForm({ genre, onClose }: { genre: Category | undefined; onClose: () => void }) {
  const messages = {
    fallback: "Có lỗi xảy ra khi lưu thể loại",
    unreachable: "Lỗi khi lưu thể loại",
  };
  const create = useChange("POST /api/categories", {
    refreshes,
    successMessage: "Thêm thể loại thành công!",
    ...messages,
  });
  const change = useChange("PUT /api/categories/{id}", {
    refreshes: [...refreshes, "/api/songs"],
    successMessage: "Cập nhật thể loại thành công!",
    ...messages,
  });
  return (
    <ResourceForm
      title={genre ? "Sửa thể loại" : "Thêm thể loại"}
      schema={CategoryBody}
      values={{
        name: genre?.name ?? "",
        description: genre?.description ?? "",
        icon_url: genre?.icon_url ?? "",
        category_type: genre?.category_type ?? "entertainment",
        is_active: genre?.is_active ?? true,
        is_featured: genre?.is_featured ?? false,
      }}
      submit={(body) => (genre ? change.mutateAsync({ params: { id: genre.id }, body }) : create.mutateAsync({ body }))}
      onClose={onClose}
    >
      <TextField name="name" label="Tên thể loại" required maxLength={100} />
      <TextAreaField name="description" label="Mô tả" />
      <TextField name="icon_url" label="Địa chỉ ảnh" hint="Để trống thì hình được vẽ từ tên." />
      <SelectField name="category_type" label="Loại" options={types} />
      <SwitchField name="is_active" label="Hoạt động" hint="Tắt thì khách không thấy thể loại này." />
      <SwitchField name="is_featured" label="Hiện trên trang chủ" />
    </ResourceForm>
  );
}

function useRemove(): (genre: Category) => Promise<void> {
  const confirm = useConfirm();
  const toast = useToast();
  const remove = useChange("DELETE /api/categories/{id}", {
    refreshes,
    successMessage: "Xóa thể loại thành công!",
    fallback: "Không thể xóa thể loại này",
    unreachable: "Lỗi khi xóa thể loại",
  });
  return async (genre) => {
    const isConfirmed = await confirm({
      title: "Xóa thể loại",
      text: (
        <>
          <p>Bạn có chắc chắn muốn xóa thể loại này?</p>
          <p>
            <b>{genre.name}</b>
          </p>
        </>
      ),
      action: "Xóa thể loại",
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await remove.mutateAsync({ params: { id: genre.id } });
      focusMain();
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  };
}
