import { type IconNode, Link2 } from "lucide";
import { useId } from "react";
import { Icon } from "../../ui/icon.tsx";
import { copyPageLink, facebookShare, openShareWindow, shareMessage, zaloShare } from "../music/share.ts";
import { useShareLink } from "../music/use-share-link.ts";
import { FacebookGlyph, TiktokGlyph, ZaloGlyph } from "./share-glyphs.ts";
import styles from "./song.module.css";

/** Share buttons. TikTok has no share page, so its button copies the link. */
export function ShareButtons({ title }: { title: string }) {
  const labelId = useId();
  const message = shareMessage(title);
  const { copy } = useShareLink({ title });

  async function copyForTiktok() {
    if (await copyPageLink()) window.alert("Đã sao chép link vào clipboard!");
  }

  return (
    <div className={styles.share} role="group" aria-labelledby={labelId}>
      <span id={labelId}>Chia sẻ</span>
      <ShareButton
        icon={FacebookGlyph}
        name="Facebook"
        onPress={() => openShareWindow(facebookShare(window.location.href, message))}
      />
      <ShareButton
        icon={ZaloGlyph}
        name="Zalo"
        onPress={() => openShareWindow(zaloShare(window.location.href, message))}
      />
      <ShareButton icon={TiktokGlyph} name="TikTok" onPress={() => void copyForTiktok()} />
      <ShareButton icon={Link2} name="Sao chép liên kết" onPress={() => void copy()} />
    </div>
  );
}

function ShareButton({ icon, name, onPress }: { icon: IconNode; name: string; onPress(): void }) {
  return (
    <button type="button" className="ibtn" aria-label={name} title={name} onClick={onPress}>
      <Icon icon={icon} />
    </button>
  );
}
