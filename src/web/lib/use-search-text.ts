import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Milliseconds from the last letter until a search begins. */
const searchDelay = 500;

/**
 * State of a search box: calls `apply` with the trimmed text half a second after the last letter, and follows `applied` when that
 * changes elsewhere, as by the URL.
 */
export function useSearchText(applied: string, apply: (search: string) => void) {
  const [text, setText] = useState(applied);
  const lastApplied = useRef(applied);

  useEffect(() => {
    if (applied === lastApplied.current) return;
    lastApplied.current = applied;
    setText(applied);
  }, [applied]);

  const applyNow = useEffectEvent(() => {
    lastApplied.current = text.trim();
    apply(lastApplied.current);
  });
  useEffect(() => {
    if (text.trim() === lastApplied.current) return;
    const timer = setTimeout(applyNow, searchDelay);
    return () => clearTimeout(timer);
  }, [text]);

  return {
    text,
    setText,
    submit() {
      lastApplied.current = text.trim();
      apply(lastApplied.current);
    },
  };
}
