/** The round picture of a support contact. */
import { useEffect, useRef, useState } from "react";
import { iconAddress } from "#contract/contact-link.ts";
import { pictureOf } from "#contract/pictures.ts";
import type { SupportContact } from "#contract/support.ts";
import { Icon } from "../ui/icon.tsx";
import { contactInk, lookOf } from "./contact-look.ts";
import "../styles/contact-icon.css";

interface ContactIconProps {
  contact: Pick<SupportContact, "type" | "value" | "color" | "icon_url">;
}

/** The contact's own picture, or where it has none that loads, the icon of its type. */
export function ContactIcon({ contact }: ContactIconProps) {
  const address = iconAddress(contact.icon_url);
  const [failed, setFailed] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before React was there to hear of it.
    const { complete, naturalWidth } = image.current ?? {};
    if (complete && naturalWidth === 0) setFailed(address);
  }, [address]);
  const { icon, paint } = lookOf(contact);
  if (address !== undefined && address !== failed) {
    return (
      <img
        ref={image}
        className="contact-icon"
        src={pictureOf(address, 96, "webp") ?? address}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(address)}
      />
    );
  }
  return (
    <span className="contact-icon" style={{ background: paint, color: contactInk }}>
      <Icon icon={icon} />
    </span>
  );
}
