/** The parts of a tab, of which one is open, so that one form and one button to save it are in sight. */
import { ChevronDown } from "lucide";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import styles from "./parts.module.css";

interface Part {
  /** In the URL as `?part=`. */
  id: string;
  title: string;
  /** How it stands, in a few words. */
  note?: string | undefined;
  content: ReactNode;
}

/** Opens the part of the URL, by default the first. Closed ones keep what is typed in them. */
export function Parts({ parts }: { parts: readonly [Part, ...Part[]] }) {
  const [params] = useSearchParams();
  const wanted = parts.find(({ id }) => id === params.get("part"));
  const [openId, setOpenId] = useState<string | undefined>((wanted ?? parts[0]).id);
  const [seen, setSeen] = useState(wanted);
  if (wanted?.id !== seen?.id) {
    setSeen(wanted);
    if (wanted) setOpenId(wanted.id);
  }
  return (
    <div className={styles.parts}>
      {parts.map(({ id, title, note, content }) => (
        <details
          key={id}
          className="fold"
          open={id === openId}
          onToggle={({ currentTarget: { open } }) =>
            setOpenId((current) => (open ? id : current === id ? undefined : current))
          }
        >
          <summary>
            <span>
              {title}
              {note && <span className="muted"> · {note}</span>}
            </span>
            <Icon icon={ChevronDown} />
          </summary>
          <div className={styles.content}>{content}</div>
        </details>
      ))}
    </div>
  );
}
