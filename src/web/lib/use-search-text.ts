import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Milliseconds from the last letter until a search begins. */
const searchDelay = 500;

/**
 * State of a search box: calls `apply` with the trimmed text half a second after the last letter, and follows `applied` when that
 * changes elsewhere, as by the URL. `submit` and `clear` do not wait.
 */
export function useSearchText(applied: string, apply: (search: string) => void) {
  const [text, setText] = useState(applied);
  const lastApplied = useRef(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (applied === lastApplied.current) return;
    lastApplied.current = applied;
    setText(applied);
  }, [applied]);

  const applyNow = (search: string) => {
    clearTimeout(timer.current);
    lastApplied.current = search;
    apply(search);
  };
  const submit = () => applyNow(text.trim());
  const clear = () => {
    setText("");
    applyNow("");
  };
  const onPause = useEffectEvent(submit);
  useEffect(() => {
    if (text.trim() === lastApplied.current) return;
    timer.current = setTimeout(onPause, searchDelay);
    return () => clearTimeout(timer.current);
  }, [text]);

  return { text, setText, submit, clear };
}
