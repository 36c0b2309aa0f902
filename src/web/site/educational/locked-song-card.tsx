import { Crown, Lock } from "lucide";
import { useUserAuth } from "../../lib/session.tsx";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "../music/song-card.module.css";
import { CardArtist, type CardSong, CardTitle, SongCategories, songCoverSizes } from "../music/song-card.tsx";

export function LockedSongCard({ song }: { song: CardSong }) {
  const { isAuthenticated } = useUserAuth();
  return (
    <article className={`${styles.song} ${styles.lockedCard}`}>
      <div className={styles.cover}>
        <Cover id={song.id} title={song.title} image={song.thumbnail_url} sizes={songCoverSizes} lazy />
        <span className={`badge badge--leaf ${styles.flag}`}>
          <Icon icon={Crown} />
          <span className="lbl">Premium</span>
        </span>
      </div>
      <div className={styles.body}>
        <CardTitle song={song}>{song.title}</CardTitle>
        <p className={styles.by}>
          <CardArtist song={song} />
        </p>
        {song.description && <p className={`${styles.description} clamp`}>{song.description}</p>}
        <div className={styles.foot}>
          <SongCategories song={song} />
          <p className={styles.gate}>
            <Icon icon={Lock} />
            <span>
              <b>Nội dung Premium</b>{" "}
              <span>Đăng nhập để nghe bài hát{isAuthenticated && <span>{" bằng tài khoản Premium"}</span>}</span>
            </span>
          </p>
        </div>
      </div>
    </article>
  );
}
