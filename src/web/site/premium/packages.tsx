import type { CSSProperties } from "react";
import { priceLabel } from "../../lib/package-text.ts";
import { Skeleton } from "../../ui/states.tsx";
import { durationBesideName, isMostPopular, monthlyPrice, type OfferedPackage } from "./offer.ts";

interface PackagesProps {
  packages: readonly OfferedPackage[];
  onChoose(chosen: OfferedPackage): void;
}

const countStyle = (count: number) => ({ "--count": count }) as CSSProperties;

export function Packages({ packages, onChoose }: PackagesProps) {
  return (
    <>
      <ul className="plans" style={countStyle(packages.length)}>
        {packages.map((each) => (
          <PackageCard key={each.id} offer={each} onChoose={() => onChoose(each)} />
        ))}
      </ul>
      <p className="plans__no-scripts muted">Để đặt mua, bạn bật JavaScript trong trình duyệt rồi tải lại trang nhé.</p>
    </>
  );
}

function PackageCard({ offer, onChoose }: { offer: OfferedPackage; onChoose(): void }) {
  const isBest = isMostPopular(offer);
  const monthly = monthlyPrice(offer);
  const duration = durationBesideName(offer);
  return (
    <li className={isBest ? "plan plan--best lacquer" : "plan"}>
      <div className="plan__head">
        <h3>{offer.name}</h3>
        {isBest && <span className="badge badge--leaf">Phổ biến nhất</span>}
      </div>
      <p className="plan__price">
        <Price price={offer.price} />
      </p>
      {duration && <p className="plan__duration">{duration}</p>}
      {monthly && <p>{monthly}</p>}
      {offer.description && <p>{offer.description}</p>}
      <button
        type="button"
        className={isBest ? "btn btn--gold" : "btn btn--line"}
        aria-label={`Chọn gói này: ${offer.name}`}
        onClick={onChoose}
      >
        Chọn gói này
      </button>
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
    <div className="plans" style={countStyle(skeletonCount)} aria-busy="true">
      <span className="sr">Đang tải các gói Premium</span>
      {Array.from({ length: skeletonCount }, (_, index) => (
        <div key={index} className="plan">
          <Skeleton className="plan__line" style={{ width: "50%" }} />
          <Skeleton className="plan__amount" />
          <Skeleton className="plan__line" style={{ width: "70%" }} />
          <Skeleton className="plan__button" />
        </div>
      ))}
    </div>
  );
}
