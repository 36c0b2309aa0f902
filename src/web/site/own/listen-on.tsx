import { ArrowRight } from "lucide";
import { useMemo } from "react";
import type { Track } from "../../player/audio-service.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { SongRows } from "../music/song-rows.tsx";
import { routes } from "../routes.ts";
import styles from "./listen-on.module.css";
import { loadHistory, loadLikes, type Part } from "./load-own.ts";
import { onceEach } from "./once-each.ts";
import { usePart } from "./use-part.ts";

/** Songs in the row; the same song on several days stands once. */
const shown = 3;
const read = 10;

/** The songs that the listener heard last, on the home page; those that are liked where nothing was heard. */
export function ListenOn() {
  const { rows } = usePart<Track>(loadLast);
  const songs = useMemo(() => onceEach(rows ?? []).slice(0, shown), [rows]);
  if (songs.length === 0) return null;
  return (
    <section className={`section wrap ${styles.listenOn}`}>
      <div className="section__head">
        <h2>Nghe tiếp</h2>
        <Link className="link" to={routes.own.path}>
          {routes.own.label}
          <Icon icon={ArrowRight} />
        </Link>
      </div>
      <SongRows songs={songs} label="Nghe tiếp" />
    </section>
  );
}

async function loadLast(): Promise<Part<Track>> {
  const heard = await loadHistory(0, read);
  return heard.rows.length > 0 ? heard : loadLikes(0, shown);
}
