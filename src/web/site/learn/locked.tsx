import { Lock } from "lucide";
import { Suspense, useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { LockMessage } from "../music/lock-message.tsx";
import { routes } from "../routes.ts";
import styles from "./page.module.css";

/** Without its code, the way to Premium is a link. */
const PremiumDialog = lazyPart(
  async () => (await import("../music/premium-dialog.tsx")).PremiumDialog,
  () => (
    <Link className="link" to={routes.premium.path}>
      Xem các gói Premium
    </Link>
  ),
);

/** Stands in place of the lines of a Premium song that the visitor may not read. */
export function Locked({ song }: { song: Song }) {
  const [isAsking, setAsking] = useState<boolean>();
  return (
    <>
      <p className="note note--gold">
        <Icon icon={Lock} />
        <LockMessage />
      </p>
      <button
        type="button"
        className={`btn btn--gold ${styles.unlock}`}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        Mở khóa bài này
      </button>
      {isAsking !== undefined && (
        <Suspense>
          <PremiumDialog song={isAsking ? song : undefined} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
