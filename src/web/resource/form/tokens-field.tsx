import { Check, ChevronDown, X } from "lucide";
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button, ComboBox, ComboBoxStateContext, Group, Input, ListBox, ListBoxItem } from "react-aria-components";
import { useController, useFormContext } from "react-hook-form";
import { fold } from "#contract/fold.ts";
import { Icon } from "../../ui/icon.tsx";
import { ComboPanel, closeOnEscape } from "./combo-panel.tsx";
import { FieldFrame, type FieldProps } from "./fields.tsx";
import { usePendingText } from "./pending-text.tsx";
import styles from "./tokens-field.module.css";

interface Option {
  id: number;
  name: string;
}

interface TokensFieldProps extends FieldProps {
  options: readonly Option[];
}

const unknownOption = "Không có lựa chọn này";

/**
 * Several choices out of a list with a search that disregards marks and case. The chosen ones are tokens before the search box. A typed
 * name is chosen when the focus leaves the field; other text stays, with an error.
 */
export function TokensField({ options, ...props }: TokensFieldProps) {
  const { clearErrors } = useFormContext();
  const { field } = useController({ name: props.name });
  const chosen = (field.value ?? []) as readonly number[];
  const [text, setText] = useState("");
  const [isUnknown, setIsUnknown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { register, notify } = usePendingText();

  function change(ids: readonly number[]) {
    field.onChange(ids);
    setText("");
    setIsUnknown(false);
  }

  const namesOf = (ids: unknown) =>
    (ids as readonly number[]).map((id) => options.find((option) => option.id === id)?.name ?? id).join(", ");

  const choose = ({ id }: Option) => change(chosen.includes(id) ? chosen : [...chosen, id]);

  function remove(id: number) {
    field.onChange(chosen.filter((other) => other !== id));
    input.current?.focus();
  }

  /** Chooses the option of the typed name. @param onlyMatch also chooses the only option that contains the text */
  function takeText(onlyMatch = false) {
    const typed = fold(text);
    if (typed === "") return setText("");
    const matches = options.filter(({ name }) => fold(name).includes(typed));
    const option =
      matches.find(({ name }) => fold(name) === typed) ?? (onlyMatch && matches.length === 1 && matches[0]);
    if (option) return choose(option);
    clearErrors(props.name);
    setIsUnknown(true);
  }

  const isPending = useEffectEvent(() => text.trim() !== "");
  const flush = useEffectEvent(() => takeText());
  useEffect(() => register({ isPending: () => isPending(), flush: () => flush() }), [register]);
  useEffect(notify, [text, notify]);

  return (
    <FieldFrame {...props} error={isUnknown ? unknownOption : undefined} textOf={namesOf}>
      {({ id, "aria-describedby": describedBy, "aria-invalid": isInvalid }) => (
        <ComboBox
          id={id}
          className={styles.tokens}
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy}
          isInvalid={isInvalid}
          isRequired={props.required}
          validationBehavior="aria"
          selectionMode="multiple"
          // Keeps typed text when the focus leaves the field.
          allowsCustomValue
          allowsEmptyCollection
          defaultItems={options}
          defaultFilter={(name, typed) => fold(name).includes(fold(typed))}
          value={chosen}
          onChange={(ids) => change(ids as number[])}
          inputValue={text}
          onInputChange={(typed) => {
            setText(typed);
            setIsUnknown(false);
          }}
          onBlur={() => {
            takeText();
            field.onBlur();
          }}
        >
          <Group className={`input ${styles.tokensBox}`} style={{ anchorName: `--${id}` } as object}>
            <Tokens label={props.label} chosen={chosen} options={options} onRemove={remove} />
            <Keys
              anchor={`--${id}-line`}
              hasText={text.trim() !== ""}
              onEnter={() => takeText(true)}
              onBackspace={text === "" ? () => field.onChange(chosen.slice(0, -1)) : undefined}
            >
              <Input
                ref={(element) => {
                  input.current = element;
                  field.ref(element);
                }}
                className={styles.tokensInput}
                aria-required={props.required}
                aria-invalid={isInvalid}
                enterKeyHint="done"
              />
            </Keys>
            <Button className="ibtn ibtn--sm">
              <Icon icon={ChevronDown} />
            </Button>
          </Group>
          <ComboPanel anchor={`--${id}`} line={`--${id}-line`}>
            <ListBox<Option>
              className={styles.tokensList}
              renderEmptyState={() => (
                <p className="muted">{options.length === 0 ? (props.hint ?? "Chưa có lựa chọn nào") : unknownOption}</p>
              )}
            >
              {({ name }) => (
                <ListBoxItem className={styles.tokensOption} textValue={name}>
                  <Icon icon={Check} />
                  <span>{name}</span>
                </ListBoxItem>
              )}
            </ListBox>
          </ComboPanel>
        </ComboBox>
      )}
    </FieldFrame>
  );
}

interface TokensProps {
  label: string;
  chosen: readonly number[];
  options: readonly Option[];
  onRemove: (id: number) => void;
}

function Tokens({ label, chosen, options, onRemove }: TokensProps) {
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.tokensChosen} aria-label={`${label} đã chọn`}>
      {chosen.map((id) => {
        const name = options.find((option) => option.id === id)?.name ?? `#${id}`;
        return (
          <li key={id} className={styles.token}>
            <span title={name}>{name}</span>
            <button type="button" className="ibtn" aria-label={`Bỏ ${name}`} onClick={() => onRemove(id)}>
              <Icon icon={X} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface KeysProps {
  anchor: string;
  hasText: boolean;
  onEnter: () => void;
  onBackspace: (() => void) | undefined;
  children: ReactNode;
}

/** Handles keys before the combobox does, and opens its list on a press. */
function Keys({ anchor, hasText, onEnter, onBackspace, children }: KeysProps) {
  const state = useContext(ComboBoxStateContext);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Backspace") return onBackspace?.();
    if (closeOnEscape(event, state)) return;
    if (event.key !== "Enter" || !hasText || state?.selectionManager.focusedKey != null) return;
    event.preventDefault();
    event.stopPropagation();
    onEnter();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- events of the input inside
    <div
      className={styles.tokensKeys}
      style={{ anchorName: anchor } as object}
      onKeyDownCapture={onKeyDown}
      onClick={() => state?.open(null, "manual")}
    >
      {children}
    </div>
  );
}
