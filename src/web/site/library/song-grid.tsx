import { memo, useState } from "react";
import { player, useIsPlaying } from "../../player/player.ts";
import { useSongAccess } from "../../player/use-song-access.ts";
import { PremiumDialog } from "../music/premium-dialog.tsx";
import { SongCard } from "../music/song-card.tsx";
import { linkTo, pages } from "../pages.ts";
import type { ListedSong } from "./listed-song.ts";

interface SongGridProps {
  songs: readonly ListedSong[];
  /** How many cards a page may open with; the pictures of the others are drawn late. */
  seen: number;
}

/** Song cards that play; a premium song without access opens the premium dialog with its title. */
export function SongGrid({ songs, seen }: SongGridProps) {
  const mayHear = useSongAccess();
  const [wanted, setWanted] = useState<ListedSong>();
  if (wanted && mayHear(wanted)) setWanted(undefined);
  return (
    <>
      <div className="songs">
        {songs.map((song, place) => (
          <GridCard key={song.id} song={song} locked={!mayHear(song)} late={place >= seen} onLocked={setWanted} />
        ))}
      </div>
      <PremiumDialog
        song={wanted}
        premium={linkTo(pages.premium, "Nâng cấp Premium")}
        onClose={() => setWanted(undefined)}
      />
    </>
  );
}

interface GridCardProps {
  song: ListedSong;
  locked: boolean;
  late: boolean;
  onLocked: (song: ListedSong) => void;
}

const GridCard = memo(function GridCard({ song, locked, late, onLocked }: GridCardProps) {
  const playing = useIsPlaying(song.id);
  return (
    <SongCard
      song={song}
      late={late}
      state={locked ? "locked" : playing ? "playing" : "idle"}
      onPress={() => (locked ? onLocked(song) : player.toggle(song))}
    />
  );
});
