import { Crown, Lock } from "lucide";
import type { ComponentType, ReactNode } from "react";
import type { LyricsHit } from "#contract/catalogue.ts";
import { artistOf } from "../../lib/artist.ts";
import type { Track } from "../../player/audio-service.ts";
import { PlayButton } from "../../player/play-button.tsx";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { LockMessage } from "./lock-message.tsx";
import styles from "./song-card.module.css";
import { SongMenuButton } from "./song-menu.tsx";

export interface CardSong extends Track {
  description: string | null;
  excerpt: string | null;
  /** Where a search is in its lyrics. */
  hit?: LyricsHit | null;
  categories: { id: number; name: string }[];
}

export interface FoundProps {
  song: Pick<CardSong, "id" | "title">;
  hit: LyricsHit;
}

interface SongCardProps {
  song: CardSong;
  /** `locked`: the listener has no access. */
  state: "idle" | "playing" | "locked";
  /** Below the first view. */
  lazy?: boolean;
  /** Shows where a search is in its lyrics, in lists that are searched. */
  Found?: ComponentType<FoundProps> | undefined;
  /** Called on a press of the play button, also when locked. */
  onPress: () => void;
}

const maxCategories = 2;
export const songCoverSizes = "(min-width: 80rem) 19rem, (min-width: 48rem) 31vw, 5.5rem";

/** A song in a list: a row on phones, a sleeve on wider screens. The card links to the song; the play button is on top of the link. */
export function SongCard({ song, state, lazy, Found, onPress }: SongCardProps) {
  const path = `/songs/${song.id}`;
  return (
    <article className={state === "playing" ? `${styles.song} is-playing` : styles.song}>
      <Link className={styles.cover} to={path} tabIndex={-1} aria-hidden="true">
        <Cover id={song.id} title={song.title} image={song.thumbnail_url} sizes={songCoverSizes} lazy={lazy} />
        {song.is_premium && (
          <span className={`badge badge--leaf ${styles.flag}`}>
            <Icon icon={Crown} />
            <span className="lbl">Premium</span>
          </span>
        )}
      </Link>
      <div className={styles.playWrap}>
        <PlayButton title={song.title} state={state} onPress={onPress} />
        {state === "locked" && (
          <span className={styles.lockWord} aria-hidden="true">
            Premium
          </span>
        )}
      </div>
      <div className={styles.body}>
        <CardTitle song={song}>
          <Link to={path}>{song.title}</Link>
          {song.is_premium && <span className="sr"> (Premium)</span>}
        </CardTitle>
        <p className={styles.by}>
          {state === "playing" && (
            <span className={styles.now}>
              <svg className={styles.hum} viewBox="0 0 24 14" aria-hidden="true">
                <path d="M-12 7q3-9 6 0t6 0 6 0 6 0 6 0 6 0" />
              </svg>
              Đang phát...
            </span>
          )}
          <CardArtist song={song} />
        </p>
        {song.description && <p className={`${styles.description} clamp`}>{song.description}</p>}
        <div className={styles.foot}>
          <SongCategories song={song} />
          {state !== "locked" && (
            <div className={styles.menu}>
              <SongMenuButton song={song} />
            </div>
          )}
          {state === "locked" ? (
            <p className={styles.locked}>
              <Icon icon={Lock} />
              <LockMessage />
            </p>
          ) : Found && song.hit ? (
            <Found song={song} hit={song.hit} />
          ) : (
            song.excerpt && (
              <div className={styles.more}>
                <q>
                  <span className={`clamp ${styles.excerpt}`}>{song.excerpt}</span>
                </q>
              </div>
            )
          )}
        </div>
      </div>
    </article>
  );
}

/** The heading of a card, cut after two lines. */
export function CardTitle({ song, children }: { song: Pick<CardSong, "title">; children: ReactNode }) {
  return (
    <h3 className="clamp" title={song.title}>
      {children}
    </h3>
  );
}

/** The author's name, cut at the end of the line. */
export function CardArtist({ song }: { song: Pick<CardSong, "artist"> }) {
  return (
    <span className={styles.artist} title={artistOf(song)}>
      Tác giả: {artistOf(song)}
    </span>
  );
}

export function SongCategories({ song }: { song: Pick<CardSong, "categories"> }) {
  const categories = song.categories.slice(0, maxCategories);
  if (categories.length === 0) return null;
  return (
    <ul className="chips">
      {categories.map((category) => (
        <li key={category.id} className="chip" title={category.name}>
          {category.name}
        </li>
      ))}
    </ul>
  );
}
