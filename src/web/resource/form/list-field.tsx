import { Plus, X } from "lucide";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { Icon } from "../../ui/icon.tsx";
import { FieldGroup, type FieldProps } from "./fields.tsx";
import styles from "./list-field.module.css";
import { usePendingText } from "./pending-text.tsx";

interface ListFieldProps extends FieldProps {
  /** Name of the box for a new item. */
  addLabel: string;
  placeholder?: string;
  /** Longest item. */
  maxLength?: number;
}

/** A list of texts. An item that was typed and not added is pending text, which the form adds before it is saved. */
export function ListField({ addLabel, placeholder, maxLength, ...props }: ListFieldProps) {
  const id = useId();
  const { field } = useController({ name: props.name });
  const items = (field.value ?? []) as string[];
  const [text, setText] = useState("");
  /** The text, also before the next render. */
  const latestText = useRef("");
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { register, notify } = usePendingText();

  function changeText(next: string) {
    latestText.current = next;
    setText(next);
  }

  function flush() {
    const item = latestText.current.trim();
    if (item !== "") field.onChange([...items, item]);
    changeText("");
  }

  function add() {
    input.current?.focus();
    flush();
  }

  const flushPending = useEffectEvent(flush);
  useEffect(
    () => register({ isPending: () => latestText.current.trim() !== "", flush: () => flushPending() }),
    [register],
  );
  useEffect(notify, [text, notify]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }

  function remove(index: number) {
    field.onChange(items.filter((_, other) => other !== index));
    // Removing the focused button would lose the focus.
    const buttons = list.current?.querySelectorAll("button");
    (buttons?.[index + 1] ?? buttons?.[index - 1] ?? input.current)?.focus();
  }

  const keys = items.map((item, index) => {
    const earlier = items.slice(0, index).filter((other) => other === item).length;
    return `${earlier} ${item}`;
  });
  return (
    <FieldGroup {...props}>
      {items.length > 0 && (
        <ul ref={list} className={styles.items}>
          {items.map((item, index) => (
            <li key={keys[index]}>
              <span>{item}</span>
              <button
                type="button"
                className="ibtn ibtn--sm"
                aria-label={`Xóa ${item}`}
                title="Xóa"
                onClick={() => remove(index)}
              >
                <Icon icon={X} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <label className="sr" htmlFor={id}>
          {addLabel}
        </label>
        <input
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          id={id}
          className="input"
          value={text}
          maxLength={maxLength}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => changeText(target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="btn btn--line" onClick={add}>
          <Icon icon={Plus} />
          Thêm
        </button>
      </div>
    </FieldGroup>
  );
}
