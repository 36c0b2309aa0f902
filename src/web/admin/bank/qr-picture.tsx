import { ImageOff } from "lucide";
import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import styles from "./qr-picture.module.css";

/** The picture of a QR code, or a placeholder when it can't be loaded. Needs a `key` per address. */
export function QrPicture({ url }: { url: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) {
    return (
      <span className={`${styles.qr} ${styles.failed}`}>
        <Icon icon={ImageOff} />
        Không tải được ảnh QR
      </span>
    );
  }
  return <img className={styles.qr} src={url} alt="Mã QR của tài khoản" onError={() => setHasFailed(true)} />;
}
