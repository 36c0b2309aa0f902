import { type ComponentType, memo, useMemo, useState } from "react";
import type { SongList } from "../../player/list-player.ts";
import { useIsPlaying, usePlayerStore } from "../../player/player.ts";
import { useSongAccess } from "../../player/use-song-access.ts";
import { Redraw } from "../../ui/redraw.tsx";
import { LatePremiumDialog } from "../music/late-premium-dialog.tsx";
import { type FoundProps, SongCard } from "../music/song-card.tsx";
import stripStyles from "../music/strip.module.css";
import type { ListedSong } from "./listed-song.ts";
import styles from "./song-grid.module.css";

interface SongGridProps {
  songs: readonly ListedSong[];
  /** The list that the songs begin, where it has more of them. */
  list?: SongList | undefined;
  /** Cards in the first view; the covers of the others are lazy. */
  eagerCount: number;
  /** On a phone they are three rows that scroll sideways. */
  inRow?: boolean;
  /** Shows where a search is in the lyrics of a song. */
  Found?: ComponentType<FoundProps>;
}

export function SongGrid({ songs, list, eagerCount, inRow, Found }: SongGridProps) {
  const canPlay = useSongAccess();
  const source = useMemo(() => list ?? { tracks: songs }, [list, songs]);
  const [dialogSong, setDialogSong] = useState<ListedSong>();
  if (dialogSong && canPlay(dialogSong)) setDialogSong(undefined);
  return (
    <Redraw>
      <div className={inRow ? `${styles.grid} ${stripStyles.strip} ${stripStyles.songs}` : styles.grid}>
        {songs.map((song, index) => (
          <GridCard
            key={song.id}
            song={song}
            list={source}
            locked={!canPlay(song)}
            lazy={index >= eagerCount}
            Found={Found}
            onLocked={setDialogSong}
          />
        ))}
      </div>
      <LatePremiumDialog song={dialogSong} onClose={() => setDialogSong(undefined)} />
    </Redraw>
  );
}

interface GridCardProps {
  song: ListedSong;
  list: SongList;
  locked: boolean;
  lazy: boolean;
  Found: ComponentType<FoundProps> | undefined;
  onLocked: (song: ListedSong) => void;
}

const GridCard = memo(function GridCard({ song, list, locked, lazy, Found, onLocked }: GridCardProps) {
  const player = usePlayerStore();
  const playing = useIsPlaying(song.id);
  return (
    <SongCard
      song={song}
      lazy={lazy}
      Found={Found}
      state={locked ? "locked" : playing ? "playing" : "idle"}
      onPress={() => (locked ? onLocked(song) : player.toggle(song, list))}
    />
  );
});
