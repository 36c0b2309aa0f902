import { Skeleton } from "../../ui/states.tsx";
import styles from "./page.module.css";

export function PartSkeleton() {
  return (
    <div aria-busy="true" className={styles.busy}>
      <p className="sr">Đang tải</p>
      <Skeleton className={styles.skeleton} />
    </div>
  );
}
