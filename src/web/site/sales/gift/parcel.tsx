import { parcel, parcelLid, parcelSeal, ribbonAcross, ribbonDown } from "#art/parcel.ts";
import styles from "./parcel.module.css";

const drawing = (inner: string) => ({ __html: `<svg viewBox="0 0 200 200" aria-hidden="true">${inner}</svg>` });

const whole = drawing(parcel());
const lid = drawing(parcelLid);
const across = drawing(ribbonAcross);
const down = drawing(ribbonDown);
const seal = drawing(parcelSeal);

/** A box that stays closed. */
export function ClosedParcel() {
  return <div className={styles.parcel} aria-hidden="true" dangerouslySetInnerHTML={whole} />;
}

interface ParcelProps {
  isOpening: boolean;
  /** Called when the box is out of the way. */
  onOpened(): void;
}

/** A box that opens: the seal and the ribbons go, then the two halves of the lid. */
export function Parcel({ isOpening, onOpened }: ParcelProps) {
  return (
    <div
      className={isOpening ? `${styles.parcel} ${styles.opening}` : styles.parcel}
      aria-hidden="true"
      onAnimationEnd={({ target, currentTarget }) => {
        if (target === currentTarget) onOpened();
      }}
    >
      <span className={`${styles.half} ${styles.left}`} dangerouslySetInnerHTML={lid} />
      <span className={`${styles.half} ${styles.right}`} dangerouslySetInnerHTML={lid} />
      <span className={`${styles.layer} ${styles.across}`} dangerouslySetInnerHTML={across} />
      <span className={`${styles.layer} ${styles.down}`} dangerouslySetInnerHTML={down} />
      <span className={`${styles.layer} ${styles.seal}`} dangerouslySetInnerHTML={seal} />
    </div>
  );
}
