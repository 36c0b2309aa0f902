import { ChevronDown } from "lucide";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { Skeleton } from "../ui/states.tsx";
import styles from "./late-fold.module.css";

interface LateFoldProps {
  className: string | undefined;
  summary: string;
  /** CSS height of the place that is kept while the content loads. */
  height: string;
  /** Rendered once the fold is opened, so that a `lazyPart()` loads then. */
  children: ReactNode;
}

/** A fold whose content loads when it is opened, also before the page's scripts listen. */
export function LateFold({ className, summary, height, children }: LateFoldProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  const [wasOpened, setOpened] = useState(false);
  // It may have been opened before scripts listened.
  useEffect(() => {
    if (fold.current?.open) setOpened(true);
  }, []);
  return (
    <details ref={fold} className={`${styles.fold} ${className}`} onToggle={() => setOpened(true)}>
      <summary>
        <span>{summary}</span>
        <Icon icon={ChevronDown} />
      </summary>
      {wasOpened && <Suspense fallback={<Skeleton style={{ height }} />}>{children}</Suspense>}
    </details>
  );
}
