import { BookOpen } from "lucide";
import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { routes } from "../routes.ts";
import { refreshDue } from "./due-counts.ts";
import { takeGuestWords } from "./guest-words.ts";
import styles from "./notebook-link.module.css";
import { useReviewSync } from "./review-sync.ts";
import { onNotebookChange, readNotebook } from "./stored-notebook.ts";

/** A larger number is not read at a glance. */
const mostShown = 99;

/**
 * The way to the notebook, with the number of words that are due. It also brings to the server what this device has kept: words that were
 * saved, and answers that were given, without an account or a connection.
 */
export function NotebookLink({ userId }: { userId: number }) {
  const words = useSyncExternalStore(onNotebookChange, () => readNotebook(userId)?.counts.words ?? 0);
  const due = useSyncExternalStore(onNotebookChange, () => readNotebook(userId)?.counts.now ?? 0);
  const sync = useReviewSync(userId);
  const isOpen = useLocation().pathname === routes.notebook.path;

  useEffect(() => {
    const bring = async () => {
      await takeGuestWords(userId);
      await sync.flush();
      await refreshDue(userId);
    };
    // Words that can't be sent now wait for the next page or connection.
    const begin = () => void bring().catch(() => undefined);
    begin();
    window.addEventListener("online", begin);
    const stop = sync.start();
    return () => {
      window.removeEventListener("online", begin);
      stop();
    };
  }, [userId, sync]);

  if (words === 0) return null;
  const shown = due > mostShown ? `${mostShown}+` : due;
  return (
    <Link
      className={`ibtn ${styles.link}`}
      to={routes.notebook.path}
      aria-current={isOpen ? "page" : undefined}
      aria-label={due > 0 ? `${routes.notebook.label}: ${shown} từ cần ôn hôm nay` : routes.notebook.label}
    >
      <Icon icon={BookOpen} />
      {due > 0 && (
        <span className={`${styles.count} num`} aria-hidden="true">
          {shown}
        </span>
      )}
    </Link>
  );
}
