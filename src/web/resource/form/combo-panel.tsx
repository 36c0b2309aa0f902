import { type KeyboardEvent, type ReactNode, useContext } from "react";
import { ComboBoxStateContext, PopoverContext, useSlottedContext } from "react-aria-components";
import { FieldPanel } from "./field-panel.tsx";

interface ComboPanelProps {
  /** The `anchor-name` of the control. */
  anchor: string;
  /** The `anchor-name` of the line to open below; the control by default. */
  line?: string;
  children: ReactNode;
}

/** The panel of a combobox's list. Without a state, React Aria reads the options from its content. */
export function ComboPanel({ anchor, line, children }: ComboPanelProps) {
  const state = useContext(ComboBoxStateContext);
  // The ref tells React Aria what belongs to the field: it hides everything else from screen readers while the list is open.
  const { ref } = useSlottedContext(PopoverContext) ?? {};
  if (!state) return children;
  return (
    <FieldPanel ref={ref} isOpen={state.isOpen} anchor={anchor} line={line}>
      {children}
    </FieldPanel>
  );
}

/**
 * Closes an open list on Esc, and returns whether it did. Neither the dialog around the field nor the browser's own handling sees the key
 * then. Must run in the capture phase, before the combobox handles it.
 */
export function closeOnEscape(event: KeyboardEvent, list: { isOpen: boolean; close: () => void } | null): boolean {
  if (event.key !== "Escape" || !list?.isOpen) return false;
  event.preventDefault();
  event.stopPropagation();
  list.close();
  return true;
}
