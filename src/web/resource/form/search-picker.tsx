import { Search } from "lucide";
import { useId } from "react";
import { ComboBox, Input } from "react-aria-components";
import { type Suggestion, SuggestionBox } from "./suggestion-box.tsx";
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
        <SuggestionBox
          id={id}
          icon={Search}
          empty={empty}
          // Enter never sends the form around the picker.
          onKey={(event) => event.key === "Enter" && event.preventDefault()}
        >
          <Input className={styles.tokensInput} placeholder={placeholder} maxLength={200} />
        </SuggestionBox>
      </ComboBox>
    </div>
  );
}
