import { Check } from "lucide";
import type { SongPricing } from "#contract/settings.ts";
import { money } from "../lib/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Skeleton } from "../ui/states.tsx";
import styles from "./song-price.module.css";

interface SongPriceProps {
  /** Undefined while it loads, and when it failed to load. */
  pricing: SongPricing | undefined;
}

/** The price of a commissioned song with what it includes. */
export function SongPrice({ pricing }: SongPriceProps) {
  if (!pricing) return <PricingSkeleton />;
  const { base_price, currency, description, features, free_changes } = pricing;
  const ticks = new Set([...features, ...(free_changes > 0 ? [`${free_changes} lần sửa miễn phí`] : [])]);
  return (
    <>
      <div>
        <p className="muted">Giá trọn gói</p>
        <Price text={money(base_price, currency)} />
        {description && <p className={styles.description}>{description}</p>}
      </div>
      <ul className={styles.ticks}>
        {[...ticks].map((tick) => (
          <li key={tick}>
            <Icon icon={Check} />
            {tick}
          </li>
        ))}
      </ul>
    </>
  );
}

function Price({ text }: { text: string }) {
  const space = text.lastIndexOf(" ");
  return (
    <p className={styles.price}>
      {text.slice(0, space + 1)}
      <small>{text.slice(space + 1)}</small>
    </p>
  );
}

function PricingSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="sr">Đang tải giá</span>
      <Skeleton style={{ width: "6rem", height: "1rem" }} />
      <Skeleton style={{ width: "15rem", maxWidth: "100%", height: "3.5rem" }} />
      {["14rem", "16rem", "13rem", "15rem"].map((width) => (
        <Skeleton key={width} style={{ width, maxWidth: "100%", height: "1.25rem" }} />
      ))}
    </div>
  );
}
