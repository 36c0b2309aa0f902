import { Search } from "lucide";
import { type KeyboardEvent, type ReactNode, useContext, useId } from "react";
import { Button, ComboBox, ComboBoxStateContext, Group, Input, ListBox, ListBoxItem } from "react-aria-components";
import { Icon } from "../../ui/icon.tsx";
import { ComboPanel, closeOnEscape } from "./combo-panel.tsx";
import type { Suggestion } from "./suggest-field.tsx";
import styles from "./tokens-field.module.css";

interface SearchPickerProps {
  label: string;
  placeholder?: string;
  /** The typed text. */
  text: string;
  onText: (text: string) => void;
  /** The rows that an endpoint found for the text. */
  found: readonly Suggestion[];
  /** Stands in the list while nothing is found. */
  empty: string;
  onChoose: (id: string) => void;
}

/** A search whose results are chosen from a list; it is no field of a form. */
export function SearchPicker({ label, placeholder, text, onText, found, empty, onChoose }: SearchPickerProps) {
  const id = useId();
  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      <ComboBox
        className={styles.tokens}
        aria-labelledby={`${id}-label`}
        allowsCustomValue
        allowsEmptyCollection
        items={found}
        selectedKey={null}
        onSelectionChange={(key) => key !== null && onChoose(String(key))}
        inputValue={text}
        onInputChange={onText}
        menuTrigger="input"
      >
        <Group className={`input ${styles.tokensBox} ${styles.suggestBox}`} style={{ anchorName: `--${id}` } as object}>
          <Keys>
            <Input className={styles.tokensInput} placeholder={placeholder} maxLength={200} />
          </Keys>
          <Button className="ibtn ibtn--sm">
            <Icon icon={Search} />
          </Button>
        </Group>
        <ComboPanel anchor={`--${id}`}>
          <ListBox<Suggestion> className={styles.tokensList} renderEmptyState={() => <p className="muted">{empty}</p>}>
            {({ name, detail }) => (
              <ListBoxItem className={styles.suggestOption} textValue={name}>
                <b>{name}</b>
                <span className="muted">{detail}</span>
              </ListBoxItem>
            )}
          </ListBox>
        </ComboPanel>
      </ComboBox>
    </div>
  );
}

/** Esc closes the list alone, and Enter never sends the form around the picker. */
function Keys({ children }: { children: ReactNode }) {
  const state = useContext(ComboBoxStateContext);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!closeOnEscape(event, state) && event.key === "Enter" && !state?.isOpen) event.preventDefault();
  };
  return (
    <div className={styles.tokensKeys} onKeyDownCapture={onKeyDown}>
      {children}
    </div>
  );
}
