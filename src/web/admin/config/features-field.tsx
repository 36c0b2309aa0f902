import { Plus, X } from "lucide";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { FieldGroup } from "../../resource/form/fields.tsx";
import { Icon } from "../../ui/icon.tsx";

export function FeaturesField({ name, label }: { name: string; label: string }) {
  const id = useId();
  const { field } = useController({ name });
  const features = (field.value ?? []) as string[];
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);

  function add() {
    input.current?.focus();
    const feature = text.trim();
    if (feature === "") return;
    field.onChange([...features, feature]);
    setText("");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }

  function remove(index: number) {
    field.onChange(features.filter((_, other) => other !== index));
    // Removing the focused button would lose the focus.
    const buttons = list.current?.querySelectorAll("button");
    (buttons?.[index + 1] ?? buttons?.[index - 1] ?? input.current)?.focus();
  }

  const keys = features.map((feature, index) => {
    const earlier = features.slice(0, index).filter((other) => other === feature).length;
    return `${earlier} ${feature}`;
  });
  return (
    <FieldGroup name={name} label={label}>
      {features.length > 0 && (
        <ul ref={list} className="features">
          {features.map((feature, index) => (
            <li key={keys[index]}>
              <span>{feature}</span>
              <button
                type="button"
                className="ibtn ibtn--sm"
                aria-label={`Xóa ${feature}`}
                title="Xóa"
                onClick={() => remove(index)}
              >
                <Icon icon={X} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="features__add">
        <label className="sr" htmlFor={id}>
          Thêm mục
        </label>
        <input
          ref={input}
          id={id}
          className="input"
          value={text}
          maxLength={200}
          placeholder="Ví dụ: Sáng tác nguyên bản"
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => setText(target.value)}
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
