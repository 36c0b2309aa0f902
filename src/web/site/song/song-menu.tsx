import { Ellipsis, Share2 } from "lucide";
import { useRef } from "react";
import type { Song } from "#contract/catalogue.ts";
import dropdownStyles from "../../ui/dropdown.module.css";
import { Dropdown } from "../../ui/dropdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import { DownloadButton } from "./download-button.tsx";
import { EmbedCode } from "./embed-code.tsx";
import styles from "./song.module.css";
import { useShareLink } from "./use-share-link.ts";

interface SongMenuProps {
  song: Song;
  /** Called on a press of the download without Premium. */
  onLocked: () => void;
}

/** What is rarely done with a song. */
export function SongMenu({ song, onLocked }: SongMenuProps) {
  const { canShare, openSheet } = useShareLink(song);
  const box = useRef<HTMLDivElement>(null);

  /** Leaves the focus where a dialog that opens now gives it back. */
  function leaveMenu() {
    box.current?.querySelector("summary")?.focus();
  }

  return (
    <div ref={box} className={styles.menu}>
      <Dropdown
        summary={
          <>
            <Icon icon={Ellipsis} />
            <span className="sr">Thêm với bài này</span>
          </>
        }
        summaryClass="ibtn ibtn--line"
        panelClass={`${dropdownStyles.pop} ${styles.menuPanel}`}
      >
        <DownloadButton
          songId={song.id}
          onLocked={() => {
            leaveMenu();
            onLocked();
          }}
        />
        {canShare && (
          <button type="button" className={dropdownStyles.act} onClick={() => void openSheet()}>
            <Icon icon={Share2} />
            Chia sẻ qua ứng dụng khác…
          </button>
        )}
        {!song.is_premium && <EmbedCode song={song} />}
      </Dropdown>
    </div>
  );
}
