import { useMemo } from "react";
import { songCover } from "#art/cover.ts";
import { drumOf } from "#art/drum.ts";
import type { Song } from "#contract/catalogue.ts";
import styles from "./ghost.module.css";

/** The drum of a song's cover, large and faint at the right edge of the banner. */
export function Ghost({ id, title }: Pick<Song, "id" | "title">) {
  const drawing = useMemo(() => drawingOf(id, title), [id, title]);
  return <div className={styles.ghost} aria-hidden="true" dangerouslySetInnerHTML={drawing} />;
}

/** Draws on first read; hydration of the server's page never reads it. */
function drawingOf(id: number, title: string): { readonly __html: string } {
  return {
    get __html() {
      const { svg, radius } = drumOf(songCover(id, title));
      return `<svg viewBox="${-radius} ${-radius} ${2 * radius} ${2 * radius}">${svg}</svg>`;
    },
  };
}
