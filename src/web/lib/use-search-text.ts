import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Milliseconds from the last letter until a search begins. */
const searchDelay = 500;

/** The text of a search box: applied half a second after the last letter, and following the address when that changes. */
export function useSearchText(applied: string, apply: (search: string) => void) {
  const [text, setText] = useState(applied);
  const sent = useRef(applied);

  useEffect(() => {
    if (applied === sent.current) return;
    sent.current = applied;
    setText(applied);
  }, [applied]);

  const applyNow = useEffectEvent(() => {
    sent.current = text.trim();
    apply(sent.current);
  });
  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(applyNow, searchDelay);
    return () => clearTimeout(timer);
  }, [text]);

  return {
    text,
    setText,
    /** Applies the text without waiting. */
    submit() {
      sent.current = text.trim();
      apply(sent.current);
    },
  };
}
