import { Star } from "lucide";
import { Icon } from "./icon.tsx";
import styles from "./stars.module.css";

/** Five stars, some of them full. */
export function Stars({ count }: { count: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={`${count} trên 5 sao`}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Icon key={place} icon={Star} className={place <= count ? "i--fill" : styles.empty} />
      ))}
    </span>
  );
}
