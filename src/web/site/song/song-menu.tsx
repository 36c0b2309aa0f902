import { ListPlus, Share2 } from "lucide";
import { Suspense, useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { LateDialog } from "../../ui/late-dialog.tsx";
import { Act, More } from "../../ui/more.tsx";
import { useShareLink } from "../music/use-share-link.ts";
import { DownloadButton } from "./download-button.tsx";
import { EmbedCode } from "./embed-code.tsx";
import styles from "./song.module.css";

const QueueActs = lazyPart(async () => (await import("../music/queue-acts.tsx")).QueueActs);
const AddToPlaylist = lazyPart(
  async () => (await import("../playlists/add-to-playlist.tsx")).AddToPlaylist,
  LateDialog,
);

interface SongMenuProps {
  song: Song;
  /** Whether the listener may not hear it. */
  locked: boolean;
  /** Called on a press of the download without Premium. */
  onLocked: () => void;
}

/** What is rarely done with a song. */
export function SongMenu({ song, locked, onLocked }: SongMenuProps) {
  const { canShare, openSheet } = useShareLink(song);
  const [hasOpened, setOpened] = useState(false);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <More label="Thêm với bài này" className={styles.menu} onToggle={() => setOpened(true)}>
        {hasOpened && !locked && (
          <Suspense>
            <QueueActs song={song} />
          </Suspense>
        )}
        <Act icon={ListPlus} onPress={() => setAdding(true)}>
          Thêm vào danh sách…
        </Act>
        <DownloadButton songId={song.id} onLocked={onLocked} />
        {canShare && (
          <Act icon={Share2} onPress={() => void openSheet()}>
            Chia sẻ qua ứng dụng khác…
          </Act>
        )}
        {!song.is_premium && <EmbedCode song={song} />}
      </More>
      {isAdding && (
        <Suspense>
          <AddToPlaylist song={song} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}
