/** The tools of a playlist's owner: order, removal with undo, title, visibility, deletion. */
import { ArrowDown, ArrowUp, GripVertical, ListX, Pencil, Settings2, Trash2, Undo2 } from "lucide";
import { type FormEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { playlistTitleLength, playlistVisibilities } from "#contract/playlist-rules.ts";
import type { OwnPlaylist, Playlist, PlaylistSong } from "#contract/playlists.ts";
import { call } from "../../../lib/api.ts";
import { useAction } from "../../../lib/use-action.ts";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Act, More } from "../../../ui/more.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { SongRows } from "../../music/song-rows.tsx";
import { routes } from "../../routes.ts";
import { reviewTexts, visibilityNames, visibilityTexts } from "../playlist-text.ts";
import styles from "./own-tools.module.css";

type Own = NonNullable<Playlist["own"]>;
interface OwnToolsProps {
  playlist: Playlist;
  own: Own;
}

const failed = "Chưa lưu được. Bạn thử lại nhé.";

export function OwnTools({ playlist, own }: OwnToolsProps) {
  return (
    <>
      <Settings playlist={playlist} own={own} />
      {/* What another device did stands in a later version. */}
      <Songs key={own.version} playlist={playlist} own={own} />
    </>
  );
}

/** Returns a list with the entry at a place moved to another one. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}

function Songs({ playlist, own }: OwnToolsProps) {
  const [songs, setSongs] = useState(playlist.songs);
  const [removed, setRemoved] = useState<{ song: PlaylistSong; place: number }>();
  const [told, tell] = useState("");
  const { revalidate } = useRevalidator();
  const showToast = useToast();
  /** The version that the server has told last, and the saves so far, which follow each other. */
  const state = useRef({ version: own.version, saving: Promise.resolve() });
  const dragged = useRef<{ id: number; from: readonly PlaylistSong[] }>(undefined);

  /** Saves after all earlier changes. What could not be saved is shown as the server has it. */
  function save(task: (version: number) => Promise<OwnPlaylist>): void {
    const { current } = state;
    current.saving = current.saving.then(async () => {
      try {
        current.version = (await task(current.version)).version;
      } catch (error) {
        showToast(error instanceof Error ? error.message : failed, "danger");
        await revalidate();
      }
    });
  }
  const saveOrder = (order: readonly PlaylistSong[]) =>
    save(async (seen) => {
      const body = { song_ids: order.map(({ id }) => id), seen };
      return (await call("PUT /api/me/playlists/{id}/songs", { as: "user", params: { id: own.id }, body })).data;
    });

  function move(id: number, by: -1 | 1): void {
    const from = songs.findIndex((song) => song.id === id);
    const to = from + by;
    if (to < 0 || to >= songs.length) return;
    const next = moved(songs, from, to);
    setSongs(next);
    tell(`“${next[to]?.title}” ở vị trí ${to + 1} trên ${next.length}`);
    saveOrder(next);
  }

  function remove(song: PlaylistSong): void {
    setRemoved({ song, place: songs.findIndex(({ id }) => id === song.id) });
    setSongs(songs.filter(({ id }) => id !== song.id));
    save(async () => {
      const params = { id: own.id, song_id: song.id };
      return (await call("DELETE /api/me/playlists/{id}/songs/{song_id}", { as: "user", params })).data;
    });
  }

  function undo({ song, place }: { song: PlaylistSong; place: number }): void {
    const next = songs.toSpliced(place, 0, song);
    setRemoved(undefined);
    setSongs(next);
    tell(`Đã đưa “${song.title}” trở lại`);
    save(async () => {
      const body = { song_ids: [song.id] };
      return (await call("POST /api/me/playlists/{id}/songs", { as: "user", params: { id: own.id }, body })).data;
    });
    saveOrder(next);
  }

  const handle = {
    onPointerDown(event: PointerEvent<HTMLElement>, id: number) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      dragged.current = { id, from: songs };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const row = event.currentTarget.closest("li");
      if (!dragged.current || !row?.parentElement) return;
      const { id } = dragged.current;
      const to = [...row.parentElement.children].findIndex((one) => event.clientY < one.getBoundingClientRect().bottom);
      const from = songs.findIndex((song) => song.id === id);
      if (to >= 0 && to !== from) setSongs(moved(songs, from, to));
    },
    onPointerUp() {
      const { current } = dragged;
      dragged.current = undefined;
      if (current && current.from !== songs) saveOrder(songs);
    },
  };

  const keys = (event: KeyboardEvent, id: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (by === undefined) return;
    event.preventDefault();
    move(id, by);
  };

  const tools = (song: PlaylistSong) => (
    <span className={styles.actions}>
      <button
        type="button"
        className={`ibtn ${styles.handle}`}
        aria-label={`Đổi chỗ: ${song.title}. Kéo, hoặc dùng phím mũi tên lên và xuống`}
        onPointerDown={(event) => handle.onPointerDown(event, song.id)}
        onPointerMove={handle.onPointerMove}
        onPointerUp={handle.onPointerUp}
        onPointerCancel={handle.onPointerUp}
        onKeyDown={(event) => keys(event, song.id)}
      >
        <Icon icon={GripVertical} />
      </button>
      <More label={`Thêm với bài ${song.title}`}>
        <Act icon={ArrowUp} stays disabled={song === songs[0]} onPress={() => move(song.id, -1)}>
          Đưa lên
        </Act>
        <Act icon={ArrowDown} stays disabled={song === songs.at(-1)} onPress={() => move(song.id, 1)}>
          Đưa xuống
        </Act>
        <Act icon={ListX} onPress={() => remove(song)}>
          Bỏ khỏi danh sách
        </Act>
      </More>
    </span>
  );

  return (
    <>
      {songs.length === 0 ? (
        <EmptyState
          title="Danh sách này chưa có bài nào"
          text="Ở trang một bài hát, bấm ⋯ rồi chọn Thêm vào danh sách."
        />
      ) : (
        <SongRows songs={songs} label={playlist.title} actions={tools} />
      )}
      {removed && (
        <p className={`note ${styles.undo}`} role="status">
          <span>Đã bỏ “{removed.song.title}”</span>
          <button type="button" className="btn btn--line btn--sm" onClick={() => undo(removed)}>
            <Icon icon={Undo2} />
            Hoàn tác
          </button>
        </p>
      )}
      <p className="sr" role="status">
        {told}
      </p>
    </>
  );
}

function Settings({ playlist, own }: OwnToolsProps) {
  const [open, setOpen] = useState<"title" | "delete">();
  const { revalidate } = useRevalidator();
  const showToast = useToast();
  const { isBusy, run } = useAction(failed, (message) => showToast(message, "danger"));
  /** Chosen, and not saved yet. */
  const [wanted, setWanted] = useState<Own["visibility"]>();
  const change = async (body: { title?: string; visibility?: Own["visibility"] }) => {
    await run(async () => {
      setWanted(body.visibility);
      await call("PUT /api/me/playlists/{id}", { as: "user", params: { id: own.id }, body });
      await revalidate();
      setOpen(undefined);
    });
    setWanted(undefined);
  };
  return (
    <section className={styles.settings} aria-label="Chia sẻ và sửa danh sách">
      {own.review && (
        <p className={own.review === "refused" ? "note note--danger" : "note note--info"}>
          <span>
            {own.reason
              ? `${reviewTexts[own.review]} Lý do: ${own.reason} Bạn đổi tên danh sách để gửi lại.`
              : reviewTexts[own.review]}
          </span>
        </p>
      )}
      <details className={styles.fold}>
        <summary className="btn btn--line btn--sm">
          <Icon icon={Settings2} />
          {`${visibilityNames[own.visibility]}: chia sẻ và sửa`}
        </summary>
        <div className={styles.tools}>
          <fieldset className={styles.choices}>
            <legend>Ai nghe được?</legend>
            {playlistVisibilities.map((visibility) => (
              <label key={visibility} className={styles.choice}>
                <input
                  type="radio"
                  name="visibility"
                  checked={(wanted ?? own.visibility) === visibility}
                  onChange={() => void change({ visibility })}
                />
                <b>{visibilityNames[visibility]}</b>
                <span className={styles.hint}>{visibilityTexts[visibility]}</span>
              </label>
            ))}
          </fieldset>
          <div className={styles.buttons}>
            <button type="button" className="btn btn--line btn--sm" onClick={() => setOpen("title")}>
              <Icon icon={Pencil} />
              Đổi tên
            </button>
            <button type="button" className="btn btn--line btn--sm" onClick={() => setOpen("delete")}>
              <Icon icon={Trash2} />
              Xóa danh sách
            </button>
          </div>
        </div>
      </details>
      {open === "title" && (
        <RenameDialog
          playlist={playlist}
          own={own}
          isBusy={isBusy}
          onSave={(title) => void change({ title })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === "delete" && <DeleteDialog playlist={playlist} own={own} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

interface RenameDialogProps extends OwnToolsProps {
  isBusy: boolean;
  onSave: (title: string) => void;
  onClose: () => void;
}

function RenameDialog({ playlist, own, isBusy, onSave, onClose }: RenameDialogProps) {
  const [title, setTitle] = useState(playlist.title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(title);
  };
  return (
    <Modal open onClose={onClose} title="Đổi tên danh sách" width={27}>
      <form className={styles.rename} onSubmit={submit}>
        <Field
          label="Tên danh sách"
          hint={own.visibility === "public" ? "Danh sách công khai đổi tên thì chờ chúng tôi xem lại." : undefined}
          name="title"
          autoComplete="off"
          required
          maxLength={playlistTitleLength}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <button type="submit" className="btn btn--primary" disabled={isBusy}>
          Lưu
        </button>
      </form>
    </Modal>
  );
}

function DeleteDialog({ playlist, own, onClose }: OwnToolsProps & { onClose: () => void }) {
  const navigate = useNavigate();
  const showToast = useToast();
  const { isBusy, run } = useAction("Chưa xóa được danh sách. Bạn thử lại nhé.", (message) =>
    showToast(message, "danger"),
  );
  const remove = () =>
    run(async () => {
      await call("DELETE /api/me/playlists/{id}", { as: "user", params: { id: own.id } });
      await navigate(routes.ownPlaylists.path, { replace: true });
      showToast(`Đã xóa “${playlist.title}”`);
    });
  return (
    <Modal
      open
      onClose={onClose}
      title="Xóa danh sách này?"
      width={27}
      foot={
        <>
          <button type="button" className="btn btn--line" onClick={onClose}>
            Giữ lại
          </button>
          <button type="button" className="btn btn--danger" disabled={isBusy} onClick={() => void remove()}>
            Xóa danh sách
          </button>
        </>
      }
    >
      <p>
        “{playlist.title}” mất đi với {playlist.songs.length} bài trong đó, liên kết đã chia sẻ không mở được nữa. Các
        bài hát vẫn còn trong thư viện.
      </p>
    </Modal>
  );
}
