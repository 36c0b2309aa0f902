import { Play, Shuffle } from "lucide";
import type { SongList } from "../../player/list-player.ts";
import { usePlayerStore } from "../../player/player.ts";
import { useSongAccess } from "../../player/use-song-access.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./play-all.module.css";

interface PlayAllProps {
  list: SongList;
  /** Names the list. */
  of: string;
  /** It is what the page is for. */
  isMain?: boolean;
}

/** Buttons that play a list from song to song; none for a list that the listener may hear nothing of. */
export function PlayAll({ list, of, isMain }: PlayAllProps) {
  const player = usePlayerStore();
  const canPlay = useSongAccess();
  if (!list.tracks.some(canPlay)) return null;
  return (
    <div className={styles.playAll}>
      <button
        type="button"
        className={isMain ? "btn btn--primary" : "btn btn--line btn--sm"}
        onClick={() => player.playList(list)}
      >
        <Icon icon={Play} className="i--fill" />
        Phát tất cả
        <span className="sr"> {of}</span>
      </button>
      {list.tracks.length > 1 && (
        <button
          type="button"
          className={isMain ? "ibtn ibtn--line" : "ibtn ibtn--line ibtn--sm"}
          aria-label={`Phát ngẫu nhiên ${of}`}
          onClick={() => player.playList(list, "shuffled")}
        >
          <Icon icon={Shuffle} />
        </button>
      )}
    </div>
  );
}
