import type { CSSProperties } from "react";
import { priceLabel } from "../../lib/package-text.ts";
import { ScriptedForm } from "../../ui/scripted-form.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { durationBesideName, isMostPopular, monthlyPrice, type OfferedPackage } from "./offer.ts";
import styles from "./packages.module.css";

interface PackagesProps {
  packages: readonly OfferedPackage[];
  onChoose(chosen: OfferedPackage): void;
}

const countStyle = (count: number) => ({ "--count": count }) as CSSProperties;

export function Packages({ packages, onChoose }: PackagesProps) {
  return (
    <>
      <ul className={styles.plans} style={countStyle(packages.length)}>
        {packages.map((each) => (
          <PackageCard key={each.id} offer={each} onChoose={() => onChoose(each)} />
        ))}
      </ul>
      <p className={`${styles.plansNoScripts} muted`}>
        Để đặt mua, bạn bật JavaScript trong trình duyệt rồi tải lại trang nhé.
      </p>
    </>
  );
}

function PackageCard({ offer, onChoose }: { offer: OfferedPackage; onChoose(): void }) {
  const isBest = isMostPopular(offer);
  const monthly = monthlyPrice(offer);
  const duration = durationBesideName(offer);
  return (
    <li className={isBest ? `${styles.plan} ${styles.planBest} lacquer` : styles.plan}>
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
      <ScriptedForm className={styles.choose} withoutScripts={null} onSubmit={onChoose}>
        <button
          type="submit"
          className={isBest ? "btn btn--gold" : "btn btn--line"}
          aria-label={`Chọn gói này: ${offer.name}`}
        >
          Chọn gói này
        </button>
      </ScriptedForm>
    </li>
  );
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

const skeletonCount = 4;

export function PackagesSkeleton() {
  return (
    <div className={styles.plans} style={countStyle(skeletonCount)} aria-busy="true">
      <span className="sr">Đang tải các gói Premium</span>
      {Array.from({ length: skeletonCount }, (_, index) => (
        <div key={index} className={styles.plan}>
          <Skeleton className={styles.planLine} style={{ width: "50%" }} />
          <Skeleton className={styles.planAmount} />
          <Skeleton className={styles.planLine} style={{ width: "70%" }} />
          <Skeleton className={styles.planButton} />
        </div>
      ))}
    </div>
  );
}
