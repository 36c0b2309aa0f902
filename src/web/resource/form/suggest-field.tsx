import { ChevronDown } from "lucide";
import { useMemo } from "react";
import { ComboBox, Input } from "react-aria-components";
import { useController } from "react-hook-form";
import { fold } from "#contract/fold.ts";
import { FieldFrame, type FieldProps } from "./fields.tsx";
import { type Suggestion, SuggestionBox } from "./suggestion-box.tsx";
import styles from "./tokens-field.module.css";

interface SuggestFieldProps extends FieldProps {
  suggestions: readonly Suggestion[];
  maxLength: number;
  /** Called with each new text. */
  onText?: (text: string) => void;
}

/** A text with suggestions, found without regard to marks and case; any other text may be entered as well. */
export function SuggestField({ suggestions, maxLength, onText, ...props }: SuggestFieldProps) {
  const { field } = useController({ name: props.name });
  const text = field.value as string;
  const change = (next: string) => {
    field.onChange(next);
    onText?.(next);
  };
  const matches = useMemo(() => matcher(suggestions), [suggestions]);
  return (
    <FieldFrame {...props}>
      {({ id, "aria-describedby": describedBy, "aria-invalid": isInvalid }) => (
        <ComboBox
          id={id}
          className={styles.tokens}
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy}
          isInvalid={isInvalid}
          isRequired={props.required}
          validationBehavior="aria"
          allowsCustomValue
          defaultItems={suggestions}
          defaultFilter={matches}
          // Without it an edited text would be taken back to the suggestion that it was.
          selectedKey={suggestions.find(({ name }) => name === text)?.id ?? null}
          onSelectionChange={(key) => {
            const chosen = suggestions.find(({ id: suggestion }) => suggestion === key);
            if (chosen) change(chosen.name);
          }}
          inputValue={text}
          onInputChange={change}
          onBlur={field.onBlur}
          menuTrigger="input"
        >
          <SuggestionBox id={id} icon={ChevronDown}>
            <Input
              ref={field.ref}
              className={styles.tokensInput}
              aria-required={props.required}
              maxLength={maxLength}
            />
          </SuggestionBox>
        </ComboBox>
      )}
    </FieldFrame>
  );
}

/** Returns the function that tells whether the suggestion of a name matches a typed text. */
function matcher(suggestions: readonly Suggestion[]) {
  const folded = new Map(suggestions.map(({ name, detail }) => [name, { name: fold(name), detail: fold(detail) }]));
  const all = [...folded.values()];
  return (name: string, typed: string): boolean => {
    const searched = fold(typed);
    const isInNames = all.some((each) => each.name.includes(searched));
    return folded.get(name)?.[isInNames ? "name" : "detail"].includes(searched) ?? false;
  };
}
