import { Plus } from "lucide";
import { useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import { groupedNumber } from "../../lib/format.ts";
import { useStopOnLeave } from "../../player/player.ts";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { FileButton } from "../../resource/controls/file-button.tsx";
import { useToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useChange, useRead } from "../../resource/data/queries.ts";
import { focusMain } from "../../resource/focus.ts";
import { Filters, ListBody, ListFoot, PageHeader, QueryErrors } from "../../resource/list/list-screen.tsx";
import { isId, oneOf } from "../../resource/list/list-url.ts";
import { CardSkeletons } from "../../resource/list/skeletons.tsx";
import { useListState } from "../../resource/list/use-list-state.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { DraftsDialog } from "./drafts/drafts-dialog.tsx";
import { DropZone } from "./drafts/drop-zone.tsx";
import { songRefreshes } from "./refreshes.ts";
import { SongForm } from "./song-form.tsx";
import { SongItem } from "./song-item.tsx";
import "./songs.css";
import { Icon } from "../../ui/icon.tsx";

const sizes = [10, 20, 50, 100];
const spec = {
  sizes,
  defaultSize: 10,
  filters: { category: isId, active: oneOf("true", "false") },
};
const loadMessages = { fallback: "Không thể tải danh sách bài hát", unreachable: "Lỗi khi tải danh sách bài hát" };

export default function SongsScreen() {
  const list = useListState(spec);
  const { search, filters, size } = list.state;
  const filter = {
    search: search || undefined,
    category_id: filters.category || undefined,
    active: filters.active || undefined,
  };
  const songs = useRead("GET /api/songs", { query: { ...filter, ...list.paging } }, loadMessages);
  const matchCount = useRead("GET /api/songs/count", { query: filter }, loadMessages);
  const songCount = useRead("GET /api/songs/count", { query: {} }, loadMessages);
  const hiddenCount = useRead("GET /api/songs/count", { query: { active: false } }, loadMessages);
  const categories = useRead(
    "GET /api/categories",
    {},
    {
      fallback: "Không thể tải danh sách thể loại",
      unreachable: "Lỗi khi tải danh sách thể loại",
    },
  );
  const genres = categories.data?.data ?? [];
  const missingGenresMessage =
    genres.length > 0
      ? undefined
      : categories.error
        ? errorMessage(categories.error)
        : categories.data && "Chưa có thể loại nào, bạn thêm thể loại trước nhé.";
  const [editing, setEditing] = useState<Song | "new">();
  const [selectedIds, setSelectedIds] = useState<readonly number[]>([]);
  const remove = useRemove();
  useStopOnLeave();

  const total = matchCount.data?.data.total;
  const [draftFiles, setDraftFiles] = useState<readonly File[]>();

  const addButton = (
    <button type="button" className="btn btn--primary" onClick={() => setEditing("new")}>
      <Icon icon={Plus} />
      Thêm bài hát
    </button>
  );
  const isFiltered = search !== "" || Object.values(filters).some((value) => value !== "");
  return (
    <>
      <PageHeader
        title="Bài hát"
        summary={
          songCount.data &&
          hiddenCount.data &&
          `${groupedNumber(songCount.data.data.total)} bài, ${groupedNumber(hiddenCount.data.data.total)} bài đang tạm ẩn`
        }
      >
        <FileButton label="Tải nhiều file" accept="audio/*" multiple onFiles={setDraftFiles} />
        {addButton}
      </PageHeader>
      <Filters
        list={list}
        search={{ label: "Tìm bài hát", placeholder: "Tên bài hát hoặc tác giả" }}
        choices={[
          {
            name: "category",
            label: "Thể loại",
            options: [
              { value: "", label: "Tất cả thể loại" },
              ...genres.map(({ id, name }) => ({ value: String(id), label: name })),
            ],
          },
          {
            name: "active",
            label: "Trạng thái",
            options: [
              { value: "", label: "Mọi trạng thái" },
              { value: "true", label: "Hoạt động" },
              { value: "false", label: "Tạm ẩn" },
            ],
          },
        ]}
        sizes={sizes}
        sizeLabel={(each) => `${each} bài mỗi trang`}
      />
      <QueryErrors queries={songs.error ? [categories] : [categories, matchCount, songCount, hiddenCount]} />
      <ListBody
        query={songs}
        isEmpty={({ data }) => data.length === 0}
        empty={
          isFiltered
            ? { title: "Không tìm thấy bài hát nào", text: "Thử từ khóa khác, hoặc bỏ bớt bộ lọc." }
            : { title: "Chưa có bài hát nào", text: "Thêm bài đầu tiên để khách có thứ để nghe.", action: addButton }
        }
        skeleton={<CardSkeletons count={size} />}
      >
        {({ data }) => (
          <>
            <BulkBar
              songs={data}
              selected={data.filter(({ id }) => selectedIds.includes(id))}
              categories={genres}
              onSelect={setSelectedIds}
            />
            <ul className="cards">
              {data.map((song) => (
                <SongItem
                  key={song.id}
                  song={song}
                  selected={selectedIds.includes(song.id)}
                  onSelect={(isSelected) =>
                    setSelectedIds((ids) => (isSelected ? [...ids, song.id] : ids.filter((id) => id !== song.id)))
                  }
                  onEdit={() => setEditing(song)}
                  onRemove={() => void remove(song)}
                />
              ))}
            </ul>
          </>
        )}
      </ListBody>
      {total !== undefined && (
        <ListFoot list={list} total={total} isStale={matchCount.isPlaceholderData} noun="bài hát" />
      )}
      <DropZone enabled={!editing && !draftFiles} onFiles={setDraftFiles} />
      {draftFiles && <DraftsDialog files={draftFiles} categories={genres} onClose={() => setDraftFiles(undefined)} />}
      {editing && (
        <SongForm
          key={editing === "new" ? "new" : editing.id}
          song={editing === "new" ? undefined : editing}
          categories={genres}
          missingCategoriesMessage={missingGenresMessage}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

function useRemove(): (song: Song) => Promise<void> {
  const confirm = useConfirm();
  const toast = useToast();
  const remove = useChange("DELETE /api/songs/{id}", {
    refreshes: songRefreshes,
    successMessage: "Xóa bài hát thành công!",
    fallback: "Không thể xóa bài hát này",
    unreachable: "Lỗi khi xóa bài hát",
  });
  return async (song) => {
    const isConfirmed = await confirm({
      title: "Xóa bài hát",
      text: (
        <>
          <p>Bạn có chắc chắn muốn xóa bài hát này?</p>
          <p>
            <b>{song.title}</b>
          </p>
        </>
      ),
      action: "Xóa bài hát",
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await remove.mutateAsync({ params: { id: song.id } });
      focusMain();
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  };
}
