import { Ellipsis } from "lucide";
import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import type { Track } from "../../player/audio-service.ts";
import { Icon } from "../../ui/icon.tsx";
import { LateDialog } from "../../ui/late-dialog.tsx";

const Items = lazyPart(async () => (await import("./song-menu-items.tsx")).SongMenuItems, LateDialog);

/** The “⋯” of a song in a list, whose items load with the first press. @param children further items, as `Act`s */
export function SongMenuButton({ song, children }: { song: Track; children?: ReactNode }) {
  const [opener, setOpener] = useState<HTMLElement>();
  return (
    <>
      <button
        type="button"
        className="ibtn"
        aria-haspopup="true"
        aria-label={`Thêm: ${song.title}`}
        onClick={(press) => setOpener(press.currentTarget)}
      >
        <Icon icon={Ellipsis} />
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
