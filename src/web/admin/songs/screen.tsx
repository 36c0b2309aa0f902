/** Songs: a card for each, heard in place; add, edit, delete. */
import { Plus } from "lucide";
import { useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import { groupedNumber } from "../../lib/format.ts";
import { useStopOnLeave } from "../../player/player.ts";
import { useConfirm } from "../../resource/confirm.tsx";
import { FileButton } from "../../resource/file-button.tsx";
import { focusMain } from "../../resource/focus.ts";
import { Filters, ListBody, ListFoot, PageHeader, QueryErrors } from "../../resource/list-screen.tsx";
import { isId, oneOf } from "../../resource/list-url.ts";
import { errorMessage, useChange, useRead } from "../../resource/queries.ts";
import { CardSkeletons } from "../../resource/skeletons.tsx";
import { useListState } from "../../resource/use-list-state.ts";
import { useToast } from "../../ui/toast.tsx";
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
const loading = { fallback: "Không thể tải danh sách bài hát", unreachable: "Lỗi khi tải danh sách bài hát" };

export default function SongsScreen() {
  const list = useListState(spec);
  const { search, filters, size } = list.state;
  const filter = {
    search: search || undefined,
    category_id: filters.category || undefined,
    active: filters.active || undefined,
  };
  const songs = useRead("GET /api/songs", { query: { ...filter, ...list.paging } }, loading);
  const found = useRead("GET /api/songs/count", { query: filter }, loading);
  const all = useRead("GET /api/songs/count", { query: {} }, loading);
  const hidden = useRead("GET /api/songs/count", { query: { active: false } }, loading);
  const categories = useRead(
    "GET /api/categories",
    {},
    {
      fallback: "Không thể tải danh sách thể loại",
      unreachable: "Lỗi khi tải danh sách thể loại",
    },
  );
  const genres = categories.data?.data ?? [];
  const noGenres =
    genres.length > 0
      ? undefined
      : categories.error
        ? errorMessage(categories.error)
        : categories.data && "Chưa có thể loại nào, bạn thêm thể loại trước nhé.";
  const [edited, setEdited] = useState<Song | "new">();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const remove = useRemove();
  useStopOnLeave();

  const total = found.data?.data.total;
  const [drafts, setDrafts] = useState<readonly File[]>();

  const add = (
    <button type="button" className="btn btn--primary" onClick={() => setEdited("new")}>
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
          all.data &&
          hidden.data &&
          `${groupedNumber(all.data.data.total)} bài, ${groupedNumber(hidden.data.data.total)} bài đang tạm ẩn`
        }
      >
        <FileButton label="Tải nhiều file" accept="audio/*" multiple onFiles={setDrafts} />
        {add}
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
      <QueryErrors queries={songs.error ? [categories] : [categories, found, all, hidden]} />
      <ListBody
        query={songs}
        isEmpty={({ data }) => data.length === 0}
        empty={
          isFiltered
            ? { title: "Không tìm thấy bài hát nào", text: "Thử từ khóa khác, hoặc bỏ bớt bộ lọc." }
            : { title: "Chưa có bài hát nào", text: "Thêm bài đầu tiên để khách có thứ để nghe.", action: add }
        }
        skeleton={<CardSkeletons count={size} />}
      >
        {({ data }) => (
          <>
            <BulkBar
              songs={data}
              chosen={data.filter(({ id }) => chosen.includes(id))}
              categories={genres}
              choose={setChosen}
            />
            <ul className="cards">
              {data.map((song) => (
                <SongItem
                  key={song.id}
                  song={song}
                  chosen={chosen.includes(song.id)}
                  onChoose={(yes) =>
                    setChosen((before) => (yes ? [...before, song.id] : before.filter((id) => id !== song.id)))
                  }
                  onEdit={() => setEdited(song)}
                  onRemove={() => void remove(song)}
                />
              ))}
            </ul>
          </>
        )}
      </ListBody>
      {total !== undefined && <ListFoot list={list} total={total} isStale={found.isPlaceholderData} noun="bài hát" />}
      <DropZone enabled={!edited && !drafts} onFiles={setDrafts} />
      {drafts && <DraftsDialog files={drafts} categories={genres} onClose={() => setDrafts(undefined)} />}
      {edited && (
        <SongForm
          key={edited === "new" ? "new" : edited.id}
          song={edited === "new" ? undefined : edited}
          categories={genres}
          noCategories={noGenres}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

/** Asks, then deletes. */
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
    const sure = await confirm({
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
    if (!sure) return;
    try {
      await remove.mutateAsync({ params: { id: song.id } });
      focusMain();
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  };
}
