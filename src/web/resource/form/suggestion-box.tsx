import type { IconNode } from "lucide";
import { type KeyboardEvent, type ReactNode, useContext } from "react";
import { Button, ComboBoxStateContext, Group, ListBox, ListBoxItem } from "react-aria-components";
import { Icon } from "../../ui/icon.tsx";
import { ComboPanel, closeOnEscape } from "./combo-panel.tsx";
import styles from "./tokens-field.module.css";

export interface Suggestion {
  id: string;
  /** The text that choosing it enters. */
  name: string;
  /** Stands below the name. It is searched when no name has the typed text. */
  detail: string;
}

interface SuggestionBoxProps {
  /** Of the field. */
  id: string;
  /** On the button that opens the list. */
  icon: IconNode;
  /** Stands in the list while there is nothing to choose. */
  empty?: string;
  /** Handles keys while the list is closed. */
  onKey?: (event: KeyboardEvent) => void;
  /** The input. */
  children: ReactNode;
}

/** The inside of a combobox of suggestions: its input, and the list below it. Esc closes the list alone. */
export function SuggestionBox({ id, icon, empty, onKey, children }: SuggestionBoxProps) {
  return (
    <>
      <Group className={`input ${styles.tokensBox} ${styles.suggestBox}`} style={{ anchorName: `--${id}` } as object}>
        <Keys onKey={onKey}>{children}</Keys>
        <Button className="ibtn ibtn--sm">
          <Icon icon={icon} />
        </Button>
      </Group>
      <ComboPanel anchor={`--${id}`}>
        <ListBox<Suggestion>
          className={styles.tokensList}
          renderEmptyState={empty === undefined ? undefined : () => <p className="muted">{empty}</p>}
        >
          {({ name, detail }) => (
            <ListBoxItem className={styles.suggestOption} textValue={name}>
              <b>{name}</b>
              <span className="muted">{detail}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </ComboPanel>
    </>
  );
}

function Keys({ onKey, children }: Pick<SuggestionBoxProps, "onKey" | "children">) {
  const state = useContext(ComboBoxStateContext);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!closeOnEscape(event, state) && !state?.isOpen) onKey?.(event);
  };
  return (
    <div className={styles.tokensKeys} onKeyDownCapture={onKeyDown}>
      {children}
    </div>
  );
}
