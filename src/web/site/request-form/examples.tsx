import { useId, useMemo } from "react";
import type { Example } from "#contract/examples.ts";
import type { Track } from "../../player/audio-service.ts";
import { PlayButton } from "../../player/play-button.tsx";
import { useIsPlaying, usePlayerStore } from "../../player/player.ts";
import { Cover } from "../../ui/cover.tsx";
import { Link } from "../../ui/link.tsx";
import styles from "./examples.module.css";

const shownCount = 3;
const counts = ["", "một", "hai", "ba"];

interface ExamplesProps {
  /** In their order. */
  examples: readonly Example[];
  /** The occasion that the visitor chose, whose songs come first. */
  occasion: string;
}

/** A few songs to hear before telling a story; nothing without any. */
export function Examples({ examples, occasion }: ExamplesProps) {
  const player = usePlayerStore();
  const headingId = useId();
  const shown = useMemo(() => examplesFor(occasion, examples), [examples, occasion]);
  const list = useMemo(() => ({ tracks: shown.map(trackOf) }), [shown]);
  if (shown.length === 0) return null;
  const isDelivered = shown.every(({ is_demo }) => !is_demo);
  return (
    <section className={styles.examples} aria-labelledby={headingId}>
      <h2 id={headingId}>
        Nghe thử {counts[shown.length]} bài <span>{isDelivered ? "đã giao" : "hát"}</span>
      </h2>
      <ul className={styles.list}>
        {shown.map((example, place) => (
          <ExampleCard
            key={example.id}
            example={example}
            onPress={() => player.toggle(list.tracks[place] as Track, list)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Returns the examples that are shown: first those of an occasion, then the others, each in their order. */
export function examplesFor(occasion: string, examples: readonly Example[]): Example[] {
  const isOf = (example: Example) => example.occasion === occasion;
  return [...examples.filter(isOf), ...examples.filter((example) => !isOf(example))].slice(0, shownCount);
}

function trackOf({ id, title, artist, audio_url, thumbnail_url, duration }: Example): Track {
  return { id, title, artist, audio_url, thumbnail_url, duration, is_premium: false };
}

function ExampleCard({ example, onPress }: { example: Example; onPress(): void }) {
  const { id, title, thumbnail_url, occasion, quote, is_demo } = example;
  const isPlaying = useIsPlaying(id);
  return (
    <li className={isPlaying ? `${styles.example} is-playing` : styles.example}>
      <Cover id={id} title={title} image={thumbnail_url} sizes="4rem" />
      <div className={styles.words}>
        <h3 className="clamp">
          <Link to={`/songs/${id}`}>{title}</Link>
        </h3>
        <p className="muted">{is_demo ? `${occasion}, bài mẫu` : occasion}</p>
      </div>
      <PlayButton title={title} state={isPlaying ? "playing" : "idle"} onPress={onPress} />
      {quote && (
        <figure>
          <blockquote className="clamp">“{quote.text}”</blockquote>
          <figcaption>{quote.name}</figcaption>
        </figure>
      )}
    </li>
  );
}
