import type { OpenGift, PublicGift } from "#contract/gifts.ts";
import { weekdayDate } from "../../../lib/dates.ts";
import styles from "./page.module.css";
import { ClosedParcel } from "./parcel.tsx";

type NamedGift = OpenGift | Extract<PublicGift, { state: "waiting" }>;

/** Returns whether a gift is for grief or regret, so that it has no box and is called no present. */
export function isQuiet(gift: NamedGift): boolean {
  if (gift.state === "waiting") return gift.is_quiet;
  return gift.content.kind === "song" && gift.content.is_quiet;
}

/** Returns what a gift is called before anything of it is shown. */
export function headingOf(gift: NamedGift): string {
  return `${isQuiet(gift) ? "Một bài hát" : "Một món quà"} dành cho ${gift.recipient_name ?? "bạn"}`;
}

interface SealedGiftProps {
  title: string;
  text: string;
  hasBox?: boolean;
}

/** A gift that can't be opened. */
export function SealedGift({ title, text, hasBox = true }: SealedGiftProps) {
  return (
    <div className={styles.stage}>
      {hasBox && (
        <div className={styles.box}>
          <ClosedParcel />
        </div>
      )}
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
  const text = `${isQuiet(gift) ? "Nghe được từ" : "Mở vào"} ${day}. Bạn quay lại đúng ngày ấy nhé.`;
  return <SealedGift title={headingOf(gift)} text={text} hasBox={!isQuiet(gift)} />;
}
