import { Crown } from "lucide";
import { useId } from "react";
import type { Song } from "#contract/catalogue.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { CloseButton, Dialog } from "../../ui/modal.tsx";
import { routes } from "../routes.ts";
import styles from "./premium-dialog.module.css";

interface PremiumDialogProps {
  /** Undefined closes the dialog. */
  song: Pick<Song, "id" | "title" | "thumbnail_url"> | undefined;
  /** The purpose that Premium is needed for. */
  purpose?: "listen" | "download";
  onClose(): void;
}

const purposeTexts = {
  listen: (first: string) =>
    `Bài hát này dành cho thành viên Premium. Bạn ${first}nâng cấp để nghe trọn bài và xem lời nhé.`,
  download: (first: string) =>
    `Thành viên Premium tải được mọi bài hát về máy. Bạn ${first}nâng cấp để tải bài này nhé.`,
} as const;

/** Offers the upgrade for a premium song, or for downloads; stays closed until the session check ends. */
export function PremiumDialog({ song, purpose = "listen", onClose }: PremiumDialogProps) {
  const { isAuthenticated, isLoading } = useUserAuth();
  const titleId = useId();
  return (
    <Dialog
      open={song !== undefined && !isLoading}
      onClose={onClose}
      labelledBy={`${titleId}kind ${titleId}`}
      width={27}
    >
      {song && (
        <>
          <div className="modal__head modal__head--bare">
            <CloseButton label="Đóng" onClose={onClose} />
          </div>
          <div className={`modal__body ${styles.gate}`}>
            <Cover id={song.id} title={song.title} image={song.thumbnail_url} sizes="9rem" />
            <h2 id={`${titleId}kind`}>
              <Icon icon={Crown} />
              Nội dung Premium
            </h2>
            <p className={styles.song} id={titleId}>
              {song.title}
            </p>
            <p>{purposeTexts[purpose](isAuthenticated ? "" : "đăng nhập và ")}</p>
            <div className={styles.actions}>
              <Link className="btn btn--gold btn--lg" to={routes.premium.path}>
                Nâng cấp Premium
              </Link>
              {!isAuthenticated && (
                <Link className="btn btn--line btn--lg" to={routes.login.path}>
                  Đăng nhập
                </Link>
              )}
            </div>
          </div>
        </>
      )}
    </Dialog>
  );
}
