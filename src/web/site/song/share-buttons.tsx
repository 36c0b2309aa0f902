import { Copy, MessageCircle, Share2 } from "lucide";
import { Icon } from "../../ui/icon.tsx";
import { copyPageLink, facebookShare, openShareWindow, shareMessage, zaloShare } from "./share.ts";
import styles from "./song.module.css";

/** Share buttons. TikTok has no share page, so its button copies the link. */
export function ShareButtons({ title }: { title: string }) {
  const message = shareMessage(title);

  async function copyLink() {
    if (await copyPageLink()) window.alert("Đã sao chép link vào clipboard!");
  }

  return (
    <div className={styles.share}>
      <button
        type="button"
        className="btn"
        onClick={() => openShareWindow(facebookShare(window.location.href, message))}
      >
        <Icon icon={Share2} />
        Facebook
      </button>
      <button type="button" className="btn" onClick={() => openShareWindow(zaloShare(window.location.href, message))}>
        <Icon icon={MessageCircle} />
        Zalo
      </button>
      <button type="button" className="btn" onClick={() => void copyLink()}>
        <Icon icon={Copy} />
        TikTok
      </button>
    </div>
  );
}
