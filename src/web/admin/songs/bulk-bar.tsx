import { ChevronDown, Trash2, X } from "lucide";
import { useId, useState } from "react";
import { flushSync } from "react-dom";
import type { BulkAction, Category, Song, SongBulkReply } from "#contract/catalogue.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { Menu } from "../../resource/controls/menu.tsx";
import { Modal } from "../../resource/controls/modal.tsx";
import { useToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useChange } from "../../resource/data/queries.ts";
import { focusMain } from "../../resource/focus.ts";
import { Icon } from "../../ui/icon.tsx";
import { bulkLabels, bulkResultMessage } from "./bulk-labels.ts";
import { saveTimeout, songRefreshes } from "./refreshes.ts";

const menu = ["activate", "deactivate", "feature", "unfeature", "set_premium", "unset_premium"] as const;
const maxTitles = 5;

interface BulkBarProps {
  songs: readonly Song[];
  selected: readonly Song[];
  categories: readonly Category[];
  onSelect: (ids: readonly number[]) => void;
}

export function BulkBar({ songs, selected, categories, onSelect }: BulkBarProps) {
  const [rejections, setRejections] = useState<SongBulkReply["refused"]>([]);
  const [isCategoryDialogOpen, setIsCategoryDialogOpen] = useState(false);
  const confirm = useConfirm();
  const toast = useToast();
  const change = useChange("POST /api/admin/songs/bulk", {
    refreshes: songRefreshes,
    fallback: "Có lỗi xảy ra khi lưu bài hát",
    unreachable: "Lỗi khi lưu bài hát",
    timeout: saveTimeout,
  });

  async function run(action: BulkAction, category_id?: number): Promise<void> {
    setRejections([]);
    try {
      const { data } = await change.mutateAsync({ body: { ids: selected.map(({ id }) => id), action, category_id } });
      toast(bulkResultMessage(action, data));
      flushSync(() => {
        setIsCategoryDialogOpen(false);
        setRejections(data.refused);
        onSelect(data.refused.map(({ id }) => id));
      });
      if (data.refused.length === 0) focusMain();
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }

  async function confirmAndRun(action: BulkAction) {
    const { label, question } = bulkLabels[action];
    const isConfirmed = await confirm({
      title: `${question} ${selected.length} bài hát?`,
      text: <Titles songs={selected} note={action === "delete" ? "Không thể lấy lại bài đã xóa." : undefined} />,
      action: `${label} ${selected.length} bài`,
      danger: action === "delete",
    });
    if (isConfirmed) await run(action);
  }

  const busy = change.isPending;
  return (
    <>
      <div className={selected.length > 0 ? "bulk is-open" : "bulk"}>
        <label className="check-line">
          <input
            type="checkbox"
            ref={(box) => {
              if (box) box.indeterminate = selected.length > 0 && selected.length < songs.length;
            }}
            checked={selected.length === songs.length}
            onChange={({ target }) => onSelect(target.checked ? songs.map(({ id }) => id) : [])}
          />
          Chọn cả trang
        </label>
        {selected.length > 0 && (
          <>
            <p className="bulk__count num" role="status">
              Đã chọn {selected.length} bài
            </p>
            <Menu
              label="Thao tác"
              items={[
                ...menu.map((action) => ({
                  label: bulkLabels[action].label,
                  isDisabled: busy,
                  onSelect: () => void confirmAndRun(action),
                })),
                { label: "Thêm thể loại…", isDisabled: busy, onSelect: () => setIsCategoryDialogOpen(true) },
              ]}
            >
              Thao tác
              <Icon icon={ChevronDown} />
            </Menu>
            <button
              type="button"
              className="btn btn--danger btn--sm"
              disabled={busy}
              onClick={() => void confirmAndRun("delete")}
            >
              <Icon icon={Trash2} />
              Xóa các bài đã chọn
            </button>
            <button type="button" className="ibtn ibtn--sm" aria-label="Bỏ chọn" onClick={() => onSelect([])}>
              <Icon icon={X} />
            </button>
          </>
        )}
      </div>
      {rejections.length > 0 && (
        <Banner kind="danger">
          <ul className="bulk__rejections">
            {rejections.map(({ id, title, message }) => (
              <li key={id}>
                <b>{title}</b>: {message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {isCategoryDialogOpen && (
        <AddCategory
          songs={selected}
          categories={categories}
          busy={busy}
          onClose={() => setIsCategoryDialogOpen(false)}
          onAdd={(id) => void run("add_category", id)}
        />
      )}
    </>
  );
}

function Titles({ songs, note }: { songs: readonly Song[]; note?: string }) {
  const more = songs.length - maxTitles;
  return (
    <>
      <ul className="bulk__titles">
        {songs.slice(0, maxTitles).map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
        {more > 0 && <li>và {more} bài khác</li>}
      </ul>
      {note && <p>{note}</p>}
    </>
  );
}

interface AddCategoryProps {
  songs: readonly Song[];
  categories: readonly Category[];
  busy: boolean;
  onClose: () => void;
  onAdd: (id: number) => void;
}

function AddCategory({ songs, categories, busy, onClose, onAdd }: AddCategoryProps) {
  const id = useId();
  const [categoryId, setCategoryId] = useState(String(categories[0]?.id ?? ""));
  return (
    <Modal
      open
      title={`Thêm thể loại cho ${songs.length} bài hát?`}
      width={27}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn btn--line" onClick={onClose}>
            Hủy
          </button>
          <button
            type="button"
            className="btn btn--primary"
            disabled={busy || categoryId === ""}
            onClick={() => onAdd(Number(categoryId))}
          >
            Thêm cho {songs.length} bài
          </button>
        </>
      }
    >
      <div className="confirm">
        <Titles songs={songs} />
        <div className="field">
          <label htmlFor={id}>Thể loại</label>
          <select id={id} className="select" value={categoryId} onChange={({ target }) => setCategoryId(target.value)}>
            {categories.map((category) => (
              <option key={category.id} value={category.id}>
                {category.name}
              </option>
            ))}
          </select>
        </div>
      </div>
    </Modal>
  );
}
