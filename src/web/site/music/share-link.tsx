import { Link2, Share2 } from "lucide";
import { Icon } from "../../ui/icon.tsx";
import { type SharedSong, useShareLink } from "./use-share-link.ts";

/** Shares a song's page by the device's share sheet, where there is one, or copies its link. */
export function ShareLink(song: SharedSong) {
  const { canShare, copy, openSheet } = useShareLink(song);
  return (
    <>
      {canShare && (
        <button type="button" className="btn btn--sm btn--line" onClick={() => void openSheet()}>
          <Icon icon={Share2} />
          <span>Chia sẻ…</span>
        </button>
      )}
      <button type="button" className="btn btn--sm btn--line" onClick={() => void copy()}>
        <Icon icon={Link2} />
        <span>Sao chép liên kết</span>
      </button>
    </>
  );
}
