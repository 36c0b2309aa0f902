import { useEffect, useRef, useState } from "react";
import { iconAddress } from "#contract/contact-link.ts";
import { pictureOf } from "#contract/pictures.ts";
import type { SupportContact } from "#contract/support.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./contact-icon.module.css";
import { contactInk, lookOf } from "./contact-look.ts";

interface ContactIconProps {
  contact: Pick<SupportContact, "type" | "value" | "color" | "icon_url">;
}

/** The contact's picture; without one, or if it fails to load, the icon of its type. */
export function ContactIcon({ contact }: ContactIconProps) {
  const url = iconAddress(contact.icon_url);
  const [failedUrl, setFailedUrl] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // The error event may have fired before hydration.
    const { complete, naturalWidth } = image.current ?? {};
    if (complete && naturalWidth === 0) setFailedUrl(url);
  }, [url]);
  const { icon, paint } = lookOf(contact);
  if (url !== undefined && url !== failedUrl) {
    return (
      <img
        ref={image}
        className={styles.icon}
        src={pictureOf(url, 96, "webp") ?? url}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailedUrl(url)}
      />
    );
  }
  return (
    <span className={styles.icon} style={{ background: paint, color: contactInk }}>
      <Icon icon={icon} />
    </span>
  );
}
