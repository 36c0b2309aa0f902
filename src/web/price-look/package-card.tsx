/** The card of a package as visitors see it, on the site and beside its form in the back office. */
import type { ReactNode } from "react";
import { priceLabel } from "../lib/package-text.ts";
import { durationBesideName, isMostPopular, monthlyPrice, type OfferedPackage } from "./offer.ts";
import styles from "./package-card.module.css";

interface PackageCardProps {
  /** The element of the card. */
  as: "li" | "div";
  offer: OfferedPackage;
  /** The button that chooses it, with the class `choose` on the element around it. */
  children: ReactNode;
}

export function PackageCard({ as: Card, offer, children }: PackageCardProps) {
  const isBest = isMostPopular(offer);
  const monthly = monthlyPrice(offer);
  const duration = durationBesideName(offer);
  return (
    <Card className={isBest ? `${styles.plan} ${styles.planBest} lacquer` : styles.plan}>
      <div className={styles.planHead}>
        <h3>{offer.name}</h3>
        {isBest && <span className="badge badge--leaf">Phổ biến nhất</span>}
      </div>
      <p className={styles.planPrice}>
        <Price price={offer.price} />
      </p>
      {duration && <p className={styles.planDuration}>{duration}</p>}
      {monthly && <p>{monthly}</p>}
      {offer.description && <p>{offer.description}</p>}
      {children}
    </Card>
  );
}

/** Returns the class of the button that chooses a package. */
export function chooseClass(offer: OfferedPackage): string {
  return isMostPopular(offer) ? "btn btn--gold" : "btn btn--line";
}

function Price({ price }: { price: number }) {
  const label = priceLabel(price);
  return price === 0 ? (
    label
  ) : (
    <>
      {label.slice(0, -1)}
      <small>{label.slice(-1)}</small>
    </>
  );
}
