import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";

/** Gives the focus to the form when a button that has it goes. */
export function KeepFocus({ within, children }: { within: RefObject<HTMLFormElement | null>; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const form = within.current;
    return () => {
      if (box?.contains(document.activeElement)) form?.focus({ preventScroll: true });
    };
  }, [within]);
  return <div ref={ref}>{children}</div>;
}
