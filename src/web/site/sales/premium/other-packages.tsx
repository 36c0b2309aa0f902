import { useEffect, useRef } from "react";
import { priceLabel } from "../../../lib/package-text.ts";
import { durationBesideName, type OfferedPackage } from "../../../price-look/offer.ts";
import { Link } from "../../../ui/link.tsx";
import { routes } from "../../routes.ts";
import { notOnSale } from "./order-errors.ts";
import orderFormStyles from "./order-form.module.css";
import styles from "./other-packages.module.css";

interface OtherPackagesProps {
  packages: readonly OfferedPackage[];
  onChoose(packageId: number): void;
}

/** The packages on sale in place of one that is not. */
export function OtherPackages({ packages, onChoose }: OtherPackagesProps) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <section className={styles.otherPackages} aria-label="Chọn gói khác">
      <p ref={text} tabIndex={-1}>
        {packages.length > 0 ? (
          `${notOnSale}. Những gì bạn đã điền vẫn còn đây.`
        ) : (
          <span>
            Gói này không còn bán, và hiện chưa có gói nào khác. Bạn{" "}
            <Link className="link" to={routes.contact.path}>
              liên hệ chúng tôi
            </Link>{" "}
            nhé.
          </span>
        )}
      </p>
      <ul>
        {packages.map((each) => (
          <li key={each.id}>
            <button type="button" className={orderFormStyles.offer} onClick={() => onChoose(each.id)}>
              <span>
                <b>{each.name}</b>
                <span className="muted">{durationBesideName(each)}</span>
              </span>
              <b className={orderFormStyles.price}>{priceLabel(each.price)}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
