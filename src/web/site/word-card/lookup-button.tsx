import { BookOpen } from "lucide";
import { Suspense, useState } from "react";
import type { SongLine } from "#contract/lyrics/document.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LateDialog } from "../../ui/late-dialog.tsx";
import type { WordCardProps } from "./word-card.tsx";

/** The card of a word; its code loads when it is first opened. */
export const WordCard = lazyPart(async () => (await import("./word-card.tsx")).default, LateDialog);

interface LookupButtonProps extends Pick<WordCardProps, "song" | "lyrics"> {
  line: SongLine | undefined;
}

/** Opens the words of a line. */
export function LookupButton({ song, lyrics, line }: LookupButtonProps) {
  const [opened, setOpened] = useState<SongLine>();
  return (
    <>
      <button
        type="button"
        className="btn btn--line"
        aria-haspopup="dialog"
        disabled={!line}
        onClick={() => setOpened(line)}
      >
        <Icon icon={BookOpen} />
        Tra từ trong câu
      </button>
      {opened && (
        <Suspense>
          <WordCard song={song} lyrics={lyrics} line={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
