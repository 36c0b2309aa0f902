import { ChevronDown } from "lucide";
import { useEffect, useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import { artistOf } from "../../lib/artist.ts";
import { useCloseOnNavigation } from "../../lib/use-close-on-navigation.ts";
import { Lyrics } from "../../lyrics/lyrics.tsx";
import type { Track } from "../../player/audio-service.ts";
import { PlayButton } from "../../player/play-button.tsx";
import { usePlayer, usePlayerStore } from "../../player/player.ts";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Dialog } from "../../ui/modal.tsx";
import { LikeButton } from "../music/like-button.tsx";
import { ShareLink } from "../music/share-link.tsx";
import { readInBrowser } from "../read-api.ts";
import { ListLine, Times } from "./dock.tsx";
import styles from "./full-player.module.css";
import { NextButton, PreviousButton, RepeatButton, ShuffleButton, SleepSelect } from "./player-controls.tsx";
import { useBackToClose } from "./use-back-to-close.ts";

interface FullPlayerProps {
  track: Track;
  onClose: () => void;
}

/** The player over the whole page, with the lyrics of the song: what the bar of a phone opens. */
export function FullPlayer({ track, onClose }: FullPlayerProps) {
  const player = usePlayerStore();
  const playing = usePlayer((state) => state.playing);
  const song = useWholeSong(track.id);
  useCloseOnNavigation(onClose);
  useBackToClose(onClose);
  return (
    <Dialog open onClose={onClose} label="Bài đang nghe" className={styles.full}>
      <div className={styles.head}>
        <button type="button" className="ibtn" aria-label="Thu nhỏ trình phát" onClick={onClose}>
          <Icon icon={ChevronDown} />
        </button>
        <ListLine />
      </div>
      <div className={playing ? `${styles.cover} is-playing` : styles.cover}>
        <Cover id={track.id} title={track.title} image={track.thumbnail_url} sizes="20rem" />
      </div>
      <div className={styles.song}>
        <h2 title={track.title}>
          <Link to={`/songs/${track.id}`} replace>
            {track.title}
          </Link>
        </h2>
        <p>{artistOf(track)}</p>
      </div>
      <Times title={track.title} />
      <div className={styles.controls}>
        <ShuffleButton />
        <PreviousButton />
        <PlayButton
          title={track.title}
          state={playing ? "playing" : "idle"}
          large
          onPress={() => player.toggle(track)}
        />
        <NextButton />
        <RepeatButton />
      </div>
      <div className={styles.more}>
        {song && <LikeButton key={song.id} song={song} />}
        <ShareLink title={track.title} path={`/songs/${track.id}`} />
        <SleepSelect withText />
      </div>
      {song?.lyrics && (
        <section className={styles.lyrics} aria-label="Lời bài hát">
          <Lyrics lyrics={song.lyrics} />
        </section>
      )}
    </Dialog>
  );
}

/** Fetches a song with its lyrics and whether the listener likes it; undefined until it has arrived, and when it can't be had. */
function useWholeSong(id: number): Song | undefined {
  const [song, setSong] = useState<Song>();
  useEffect(() => {
    let isPresent = true;
    readInBrowser("GET /api/songs/{id}", { params: { id } }).then(
      ({ data }) => isPresent && setSong(data),
      () => undefined,
    );
    return () => {
      isPresent = false;
    };
  }, [id]);
  return song?.id === id ? song : undefined;
}
