import { Plus } from "lucide";
import { type FormEvent, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { playlistTitleLength } from "#contract/playlist-rules.ts";
import type { OwnPlaylist } from "#contract/playlists.ts";
import { call } from "../../lib/api.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { useAction } from "../../lib/use-action.ts";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Modal } from "../../ui/modal.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { routes } from "../routes.ts";
import { returnTo } from "../sign-in/return-path.ts";
import styles from "./add-to-playlist.module.css";

interface AddToPlaylistProps {
  song: { id: number; title: string };
  onClose: () => void;
}

/** A sheet that puts a song into playlists of the user, or takes it out; a visitor is asked to log in. Music goes on. */
export function AddToPlaylist({ song, onClose }: AddToPlaylistProps) {
  const { isAuthenticated, isLoading } = useUserAuth();
  if (!isAuthenticated && !isLoading) return <LoginSheet onClose={onClose} />;
  return (
    <Modal
      open
      onClose={onClose}
      title="Thêm vào danh sách"
      width={27}
      foot={
        <button type="button" className="btn btn--line" onClick={onClose}>
          Xong
        </button>
      }
    >
      <p className={styles.song}>{song.title}</p>
      {isAuthenticated ? <Choices song={song} /> : <Waiting />}
    </Modal>
  );
}

function LoginSheet({ onClose }: { onClose: () => void }) {
  const { pathname, search } = useLocation();
  const state = returnTo(pathname + search);
  return (
    <Modal
      open
      onClose={onClose}
      title="Đăng nhập để tạo danh sách"
      width={27}
      foot={
        <>
          <Link className="btn btn--line" to={routes.register.path} state={state}>
            Đăng ký
          </Link>
          <Link className="btn btn--primary" to={routes.login.path} state={state}>
            Đăng nhập
          </Link>
        </>
      }
    >
      <p>Danh sách phát được giữ trong tài khoản của bạn, để nghe trên mọi thiết bị và chia sẻ khi bạn muốn.</p>
    </Modal>
  );
}

function Waiting() {
  return (
    <div aria-busy="true">
      <Skeleton className={styles.skeleton} />
    </div>
  );
}

function Choices({ song }: Pick<AddToPlaylistProps, "song">) {
  const [playlists, setPlaylists] = useState<OwnPlaylist[] | "failed">();
  const [attempt, setAttempt] = useState(0);
  const [title, setTitle] = useState("");
  const { isBusy, error, run } = useAction("Chưa lưu được danh sách. Bạn thử lại nhé.");
  const [told, tell] = useState("");
  useEffect(() => {
    const leaving = new AbortController();
    call("GET /api/me/playlists", { as: "user", query: { song_id: song.id }, signal: leaving.signal }).then(
      ({ data }) => setPlaylists(data),
      () => leaving.signal.aborted || setPlaylists("failed"),
    );
    return () => leaving.abort();
  }, [song.id, attempt]);

  const put = (list: OwnPlaylist, isIn: boolean) =>
    run(async () => {
      const { data } = isIn
        ? await call("POST /api/me/playlists/{id}/songs", {
            as: "user",
            params: { id: list.id },
            body: { song_ids: [song.id] },
          })
        : await call("DELETE /api/me/playlists/{id}/songs/{song_id}", {
            as: "user",
            params: { id: list.id, song_id: song.id },
          });
      setPlaylists((shown) =>
        Array.isArray(shown) ? shown.map((one) => (one.id === list.id ? { ...data, has_song: isIn } : one)) : shown,
      );
      tell(isIn ? `Đã thêm vào “${list.title}”` : `Đã bỏ khỏi “${list.title}”`);
    });

  const create = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const { data } = await call("POST /api/me/playlists", { as: "user", body: { title, song_ids: [song.id] } });
      setPlaylists((shown) => [{ ...data, has_song: true }, ...(Array.isArray(shown) ? shown : [])]);
      setTitle("");
      tell(`Đã tạo “${data.title}” với bài này`);
    });
  };

  if (playlists === "failed") {
    return (
      <ErrorState
        level="h3"
        title="Không tải được danh sách của bạn"
        onRetry={() => {
          setPlaylists(undefined);
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  if (!playlists) return <Waiting />;
  return (
    <>
      <form className={styles.create} onSubmit={create}>
        <Field
          label="Danh sách mới"
          placeholder="Tên danh sách"
          name="title"
          autoComplete="off"
          required
          maxLength={playlistTitleLength}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <button type="submit" className="btn btn--line" disabled={isBusy}>
          <Icon icon={Plus} />
          Tạo
        </button>
      </form>
      {error && (
        <p className="note note--danger" role="alert">
          {error}
        </p>
      )}
      {playlists.length > 0 && (
        <fieldset className={styles.lists}>
          <legend className="sr">Danh sách của bạn</legend>
          {playlists.map((list) => (
            <label key={list.id} className={styles.list}>
              <input
                type="checkbox"
                checked={list.has_song ?? false}
                onChange={({ target }) => void put(list, target.checked)}
              />
              <span className={styles.title}>{list.title}</span>
              <span className={styles.count}>{list.song_count} bài</span>
            </label>
          ))}
        </fieldset>
      )}
      <p className="sr" role="status">
        {told}
      </p>
    </>
  );
}
