import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import type { Track } from "../../player/audio-service.ts";
import { LateDialog } from "../../ui/late-dialog.tsx";
import styles from "./song-card.module.css";

const Items = lazyPart(async () => (await import("./song-menu-items.tsx")).SongMenuItems, LateDialog);

/** The “⋯” of a song in a list, whose items load with the first press. @param children further items, as `Act`s */
export function SongMenuButton({ song, children }: { song: Track; children?: ReactNode }) {
  const [opener, setOpener] = useState<HTMLElement>();
  return (
    <>
      <button
        type="button"
        className="ibtn"
        aria-label={`Thêm: ${song.title}`}
        onClick={(press) => setOpener(press.currentTarget)}
      >
        <i className={styles.dots} aria-hidden="true" />
      </button>
      {opener && (
        <Suspense>
          <Items song={song} opener={opener} onClose={() => setOpener(undefined)}>
            {children}
          </Items>
        </Suspense>
      )}
    </>
  );
}
