import { Crown } from "lucide";
import { useEffect, useId, useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { CloseButton, Dialog } from "../../ui/modal.tsx";
import { readInBrowser } from "../read-api.ts";
import { routes } from "../routes.ts";
import { Gains } from "../sales/premium/gains.tsx";
import { loadLowestPrice } from "../sales/premium/load-packages.ts";
import { returnTo } from "../sign-in/return-path.ts";
import { songPath, storeWantedSong } from "../wanted-song.ts";
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
  const isOpen = song !== undefined && !isLoading;
  const price = useLowestPrice(isOpen);
  useSessionCheck(isOpen);
  return (
    <Dialog open={isOpen} onClose={onClose} labelledBy={`${titleId}kind ${titleId}`} width={27}>
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
            {price && <Gains price={price} />}
            <div className={styles.actions}>
              <Link className="btn btn--gold btn--lg" to={routes.premium.path} onClick={() => storeWantedSong(song)}>
                Nâng cấp Premium
              </Link>
              {!isAuthenticated && (
                <Link
                  className="btn btn--line btn--lg"
                  to={routes.login.path}
                  state={returnTo(songPath(song))}
                  onClick={() => storeWantedSong(song)}
                >
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

/** Returns what Premium costs at least once that is known; undefined when it can't be bought, or nobody knows. */
function useLowestPrice(isOpen: boolean): string | undefined {
  const [price, setPrice] = useState<string>();
  useEffect(() => {
    if (isOpen) loadLowestPrice(readInBrowser).then(setPrice, () => undefined);
  }, [isOpen]);
  return price;
}

/** A song that the server refused may tell of a session that has ended. */
function useSessionCheck(isOpen: boolean): void {
  const { refresh } = useUserAuth();
  useEffect(() => {
    if (isOpen) void refresh();
  }, [isOpen, refresh]);
}
