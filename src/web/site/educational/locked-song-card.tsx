import { Crown, Lock } from "lucide";
import { artistOf } from "../../lib/artist.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type CardSong, SongCategories, songCoverSizes } from "../music/song-card.tsx";

export function LockedSongCard({ song }: { song: CardSong }) {
  const { isAuthenticated } = useUserAuth();
  return (
    <article className="song song--locked">
      <div className="song__cover">
        <Cover id={song.id} title={song.title} image={song.thumbnail_url} sizes={songCoverSizes} lazy />
        <span className="badge badge--leaf song__flag">
          <Icon icon={Crown} />
          <span className="lbl">Premium</span>
        </span>
      </div>
      <div className="song__body">
        <h3>{song.title}</h3>
        <p className="song__by">Tác giả: {artistOf(song)}</p>
        {song.description && <p className="song__desc clamp">{song.description}</p>}
        <SongCategories song={song} />
        <p className="song__gate">
          <Icon icon={Lock} />
          <span>
            <b>Nội dung Premium</b> <span>Đăng nhập để nghe bài hát{isAuthenticated && " bằng tài khoản Premium"}</span>
          </span>
        </p>
      </div>
    </article>
  );
}
