/** What can be done with many songs at once. */
import { ChevronDown, Trash2, X } from "lucide";
import { useId, useState } from "react";
import { flushSync } from "react-dom";
import type { BulkAction, Category, Song, SongBulkReply } from "#contract/catalogue.ts";
import { Banner } from "../../resource/banner.tsx";
import { useConfirm } from "../../resource/confirm.tsx";
import { focusMain } from "../../resource/focus.ts";
import { errorMessage, useChange } from "../../resource/queries.ts";
import { Dropdown } from "../../ui/dropdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Modal } from "../../ui/modal.tsx";
import { useToast } from "../../ui/toast.tsx";
import { bulkResult, bulkWords } from "./bulk-words.ts";
import { saveTimeout, songRefreshes } from "./refreshes.ts";

const menu = ["activate", "deactivate", "feature", "unfeature", "set_premium", "unset_premium"] as const;
const shownTitles = 5;

interface BulkBarProps {
  songs: readonly Song[];
  chosen: readonly Song[];
  categories: readonly Category[];
  choose: (ids: readonly number[]) => void;
}

export function BulkBar({ songs, chosen, categories, choose }: BulkBarProps) {
  const [refused, setRefused] = useState<SongBulkReply["refused"]>([]);
  const [adding, setAdding] = useState(false);
  const confirm = useConfirm();
  const toast = useToast();
  const change = useChange("POST /api/admin/songs/bulk", {
    refreshes: songRefreshes,
    fallback: "Có lỗi xảy ra khi lưu bài hát",
    unreachable: "Lỗi khi lưu bài hát",
    timeout: saveTimeout,
  });

  async function run(action: BulkAction, category_id?: number): Promise<void> {
    setRefused([]);
    try {
      const { data } = await change.mutateAsync({ body: { ids: chosen.map(({ id }) => id), action, category_id } });
      toast(bulkResult(action, data));
      flushSync(() => {
        setAdding(false);
        setRefused(data.refused);
        choose(data.refused.map(({ id }) => id));
      });
      if (data.refused.length === 0) focusMain();
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }

  async function ask(action: BulkAction) {
    const { label, doing } = bulkWords[action];
    const sure = await confirm({
      title: `${doing} ${chosen.length} bài hát?`,
      text: <Titles songs={chosen} note={action === "delete" ? "Không thể lấy lại bài đã xóa." : undefined} />,
      action: `${label} ${chosen.length} bài`,
      danger: action === "delete",
    });
    if (sure) await run(action);
  }

  const busy = change.isPending;
  return (
    <>
      <div className={chosen.length > 0 ? "bulk is-open" : "bulk"}>
        <label className="check-line">
          <input
            type="checkbox"
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && chosen.length < songs.length;
            }}
            checked={chosen.length === songs.length}
            onChange={({ target }) => choose(target.checked ? songs.map(({ id }) => id) : [])}
          />
          Chọn cả trang
        </label>
        {chosen.length > 0 && (
          <>
            <p className="bulk__count num" role="status">
              Đã chọn {chosen.length} bài
            </p>
            <Dropdown
              summary={
                <>
                  Thao tác
                  <Icon icon={ChevronDown} />
                </>
              }
              summaryClass="btn btn--line btn--sm"
              className="bulk__menu"
            >
              {menu.map((action) => (
                <button
                  key={action}
                  type="button"
                  className="pop__act"
                  disabled={busy}
                  onClick={({ currentTarget }) => {
                    close(currentTarget);
                    void ask(action);
                  }}
                >
                  {bulkWords[action].label}
                </button>
              ))}
              <button
                type="button"
                className="pop__act"
                disabled={busy}
                onClick={({ currentTarget }) => {
                  close(currentTarget);
                  setAdding(true);
                }}
              >
                Thêm thể loại…
              </button>
            </Dropdown>
            <button
              type="button"
              className="btn btn--danger btn--sm"
              disabled={busy}
              onClick={() => void ask("delete")}
            >
              <Icon icon={Trash2} />
              Xóa các bài đã chọn
            </button>
            <button type="button" className="ibtn ibtn--sm" aria-label="Bỏ chọn" onClick={() => choose([])}>
              <Icon icon={X} />
            </button>
          </>
        )}
      </div>
      {refused.length > 0 && (
        <Banner kind="danger">
          <ul className="bulk__refused">
            {refused.map(({ id, title, message }) => (
              <li key={id}>
                <b>{title}</b>: {message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {adding && (
        <AddCategory
          songs={chosen}
          categories={categories}
          busy={busy}
          onClose={() => setAdding(false)}
          onAdd={(id) => void run("add_category", id)}
        />
      )}
    </>
  );
}

/** Folds the menu a button stands in; focus goes back to what opened it. */
function close(button: Element) {
  const details = button.closest("details");
  details?.removeAttribute("open");
  details?.querySelector("summary")?.focus();
}

function Titles({ songs, note }: { songs: readonly Song[]; note?: string }) {
  const more = songs.length - shownTitles;
  return (
    <>
      <ul className="bulk__titles">
        {songs.slice(0, shownTitles).map(({ id, title }) => (
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
  const [chosen, setChosen] = useState(String(categories[0]?.id ?? ""));
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
            disabled={busy || chosen === ""}
            onClick={() => onAdd(Number(chosen))}
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
          <select id={id} className="select" value={chosen} onChange={({ target }) => setChosen(target.value)}>
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
