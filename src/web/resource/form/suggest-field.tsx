import { ChevronDown } from "lucide";
import { Button, ComboBox, Group, Input, ListBox, ListBoxItem } from "react-aria-components";
import { useController } from "react-hook-form";
import { fold } from "#contract/fold.ts";
import { Icon } from "../../ui/icon.tsx";
import { ComboPanel } from "./combo-panel.tsx";
import { FieldFrame, type FieldProps } from "./fields.tsx";
import "./tokens-field.css";

export interface Suggestion {
  id: string;
  /** The text that choosing it enters. */
  name: string;
  /** Stands below the name, and is searched too. */
  detail: string;
}

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
  return (
    <FieldFrame {...props}>
      {({ id, "aria-describedby": describedBy, "aria-invalid": isInvalid }) => (
        <ComboBox
          id={id}
          className="tokens"
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy}
          isInvalid={isInvalid}
          isRequired={props.required}
          validationBehavior="aria"
          allowsCustomValue
          defaultItems={suggestions}
          defaultFilter={(names, typed) => fold(names).includes(fold(typed))}
          defaultSelectedKey={suggestions.find(({ name }) => name === text)?.id ?? null}
          inputValue={text}
          onInputChange={(typed) => {
            field.onChange(typed);
            onText?.(typed);
          }}
          onBlur={field.onBlur}
          menuTrigger="input"
        >
          <Group className="input tokens__box suggest__box" style={{ anchorName: `--${id}` } as object}>
            <Input ref={field.ref} className="tokens__input" aria-required={props.required} maxLength={maxLength} />
            <Button className="ibtn ibtn--sm">
              <Icon icon={ChevronDown} />
            </Button>
          </Group>
          <ComboPanel anchor={`--${id}`}>
            <ListBox<Suggestion> className="tokens__list">
              {({ name, detail }) => (
                <ListBoxItem className="suggest__option" textValue={name}>
                  <b>{name}</b>
                  <span className="muted">{detail}</span>
                </ListBoxItem>
              )}
            </ListBox>
          </ComboPanel>
        </ComboBox>
      )}
    </FieldFrame>
  );
}
