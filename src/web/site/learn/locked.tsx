import { Lock } from "lucide";
import { useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import { Icon } from "../../ui/icon.tsx";
import { LatePremiumDialog } from "../music/late-premium-dialog.tsx";
import { LockMessage } from "../music/lock-message.tsx";
import styles from "./page.module.css";

/** Stands in place of the lines of a Premium song that the visitor may not read. */
export function Locked({ song }: { song: Song }) {
  const [isAsking, setAsking] = useState(false);
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
      <LatePremiumDialog song={isAsking ? song : undefined} onClose={() => setAsking(false)} />
    </>
  );
}
