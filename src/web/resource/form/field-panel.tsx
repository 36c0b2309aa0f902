import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from "react";
import styles from "./field-panel.module.css";

interface FieldPanelProps {
  isOpen: boolean;
  /** The `anchor-name` of the control, which gives the panel its width. */
  anchor: string;
  /** The `anchor-name` of the line to open below; the control by default. */
  line?: string;
  className?: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A panel below a control: a native popover, which a scrolling page or dialog neither clips nor makes inert. */
export function FieldPanel({ isOpen, anchor, line = anchor, className = "", ref, children }: FieldPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => panel.current as HTMLElement);
  useLayoutEffect(() => {
    panel.current?.togglePopover(isOpen);
  }, [isOpen]);
  return (
    <div
      ref={panel}
      popover="manual"
      className={`${styles.fieldPanel} ${className}`}
      style={{ positionAnchor: line, "--control": anchor } as object}
    >
      {children}
    </div>
  );
}
