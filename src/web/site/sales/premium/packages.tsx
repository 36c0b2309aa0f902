import type { CSSProperties } from "react";
import type { OfferedPackage } from "../../../price-look/offer.ts";
import cardStyles from "../../../price-look/package-card.module.css";
import { chooseClass, PackageCard } from "../../../price-look/package-card.tsx";
import { ScriptedForm } from "../../../ui/scripted-form.tsx";
import { Skeleton } from "../../../ui/states.tsx";
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
          <OfferCard key={each.id} offer={each} onChoose={() => onChoose(each)} />
        ))}
      </ul>
      <p className={`${styles.plansNoScripts} muted`}>
        Để đặt mua, bạn bật JavaScript trong trình duyệt rồi tải lại trang nhé.
      </p>
    </>
  );
}

function OfferCard({ offer, onChoose }: { offer: OfferedPackage; onChoose(): void }) {
  return (
    <PackageCard as="li" offer={offer}>
      <ScriptedForm className={cardStyles.choose} withoutScripts={null} onSubmit={onChoose}>
        <button type="submit" className={chooseClass(offer)} aria-label={`Chọn gói này: ${offer.name}`}>
          Chọn gói này
        </button>
      </ScriptedForm>
    </PackageCard>
  );
}

const skeletonCount = 4;

export function PackagesSkeleton() {
  return (
    <div className={styles.plans} style={countStyle(skeletonCount)} aria-busy="true">
      <span className="sr">Đang tải các gói Premium</span>
      {Array.from({ length: skeletonCount }, (_, index) => (
        <div key={index} className={cardStyles.plan}>
          <Skeleton className={styles.planLine} style={{ width: "50%" }} />
          <Skeleton className={styles.planAmount} />
          <Skeleton className={styles.planLine} style={{ width: "70%" }} />
          <Skeleton className={styles.planButton} />
        </div>
      ))}
    </div>
  );
}
