import { useId, useState } from "react";
import { briefLabels } from "#contract/request-brief.ts";
import { ErrorText } from "../../ui/error-text.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./choice-field.module.css";
import type { ChoiceOptions } from "./choices.ts";

interface ChoiceFieldProps {
  field: ChoiceOptions;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** One of some chips, none of them, or words of one's own. Pressing the chosen chip takes it back. */
export function ChoiceField({ field: { name, choices }, value, error, onChange }: ChoiceFieldProps) {
  const id = useId();
  const [asksOther, setAsksOther] = useState(false);
  const isOther = asksOther || (value !== "" && !choices.includes(value));
  const label = briefLabels[name];
  const choose = (choice: string, other: boolean) => {
    setAsksOther(other);
    onChange(choice);
  };
  const chip = (text: string, choice: string, isChosen: boolean, other: boolean) => (
    <label key={text} className={styles.chip}>
      <input
        className="sr"
        type="radio"
        name={name}
        value={choice}
        checked={isChosen}
        onChange={() => choose(choice, other)}
        onClick={() => isChosen && choose("", false)}
      />
      <span>{text}</span>
    </label>
  );
  return (
    <fieldset className={styles.group} aria-labelledby={`${id}-label`}>
      <legend id={`${id}-label`}>{label}</legend>
      <div className={styles.chips}>
        {choices.map((choice) => chip(choice, choice, !isOther && value === choice, false))}
        {chip("Khác…", "", isOther, true)}
      </div>
      {error && !isOther && <ErrorText>{error}</ErrorText>}
      {isOther && (
        <Field
          name={name}
          label={`${label}, theo lời bạn`}
          maxLength={200}
          value={value}
          error={error}
          onChange={({ target }) => choose(target.value, true)}
        />
      )}
    </fieldset>
  );
}
