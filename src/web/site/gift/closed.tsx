import type { PublicGift } from "#contract/gifts.ts";
import { weekdayDate } from "../../lib/dates.ts";
import styles from "./page.module.css";
import { ClosedParcel } from "./parcel.tsx";

/** Returns what a gift is called before anything of it is shown. */
export function headingOf({ recipient_name }: { recipient_name: string | null }): string {
  return recipient_name === null ? "Một món quà dành cho bạn" : `Một món quà dành cho ${recipient_name}`;
}

interface SealedGiftProps {
  title: string;
  text: string;
}

/** A gift that can't be opened. */
export function SealedGift({ title, text }: SealedGiftProps) {
  return (
    <div className={styles.stage}>
      <div className={styles.box}>
        <ClosedParcel />
      </div>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p className="muted">{text}</p>
      </div>
    </div>
  );
}

/** A gift whose day has not come. */
export function WaitingGift({ gift }: { gift: Extract<PublicGift, { state: "waiting" }> }) {
  const day = weekdayDate(`${gift.opens_on}T00:00:00+07:00`);
  return <SealedGift title={headingOf(gift)} text={`Mở vào ${day}. Bạn quay lại đúng ngày ấy nhé.`} />;
}
