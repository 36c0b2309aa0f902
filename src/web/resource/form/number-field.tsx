import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { groupedNumber } from "../../lib/format.ts";
import { FieldFrame, type FieldProps } from "./fields.tsx";
import { usePendingText } from "./pending-text.tsx";
import { readWholeNumber } from "./whole-number.ts";

interface NumberFieldProps extends FieldProps {
  /** Limits of the arrow keys; the form's schema refuses what is outside of them. */
  min?: number;
  max?: number;
  step?: number;
  /** Value of an empty field; NaN by default. */
  empty?: number;
  /** Unit behind the number: `đ`, `ngày`. */
  suffix?: string;
}

const refusal = "Chỉ nhập số nguyên, ví dụ 49.500";

/**
 * A whole number, grouped as in Vietnamese (`299.000`). The value follows what is typed or pasted; a text that is no whole number stays as it is,
 * with an error, and keeps the form from being saved, also where a schema takes NaN for an empty field.
 */
export function NumberField({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
  step = 1,
  empty = Number.NaN,
  suffix,
  ...props
}: NumberFieldProps) {
  const { field } = useController({ name: props.name });
  const value: number = field.value ?? Number.NaN;
  /** The typed text, with the value that the field then had: another value replaces it. */
  const [typed, setTyped] = useState<{ text: string; value: number }>();
  const [isLeft, setIsLeft] = useState(false);
  const current = typed && Object.is(typed.value, value) ? typed.text : undefined;
  const isWrong = current !== undefined && current.trim() !== "" && readWholeNumber(current) === undefined;
  const { register, notify } = usePendingText();
  const isPending = useEffectEvent(() => isWrong);
  const flush = useEffectEvent(() => setIsLeft(true));
  useEffect(() => register({ isPending: () => isPending(), flush: () => flush() }), [register]);
  useEffect(notify, [isWrong, notify]);

  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<{ at: number }>(undefined);
  useLayoutEffect(() => {
    if (caret.current) input.current?.setSelectionRange(caret.current.at, caret.current.at);
    caret.current = undefined;
  });

  function type(text: string) {
    const read = text.trim() === "" ? empty : (readWholeNumber(text) ?? Number.NaN);
    setTyped({ text, value: read });
    setIsLeft(false);
    if (!Object.is(read, value)) field.onChange(read);
  }

  function onKeyDown(event: KeyboardEvent) {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (direction === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const steps = Number.isNaN(value) ? 0 : value / step;
    const next = direction > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
    type(groupedNumber(Math.min(Math.max(next * step, min), max)));
  }

  return (
    <FieldFrame
      {...props}
      {...(isWrong && isLeft ? { error: refusal } : {})}
      textOf={(each) =>
        [typeof each === "number" && !Number.isNaN(each) ? groupedNumber(each) : "", suffix].filter(Boolean).join(" ")
      }
    >
      {({ id, "aria-describedby": describedBy, ...control }) => (
        <div className="number">
          <input
            {...control}
            id={id}
            ref={(element) => {
              field.ref(element);
              input.current = element;
            }}
            className="input num"
            inputMode={min < 0 ? "text" : "numeric"}
            autoComplete="off"
            aria-describedby={suffix ? [`${id}-suffix`, describedBy].filter(Boolean).join(" ") : describedBy}
            value={current ?? (Number.isNaN(value) ? "" : groupedNumber(value))}
            onChange={({ target, nativeEvent }) => {
              const edited = isWrong ? undefined : regrouped(target, nativeEvent as InputEvent);
              caret.current = edited;
              type(edited?.text ?? target.value);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setIsLeft(true);
              if (!isWrong) setTyped(undefined);
              field.onBlur();
            }}
          />
          {suffix && (
            <span id={`${id}-suffix`} className="number__suffix">
              {suffix}
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

/** Returns the text of an input in which one digit was typed or something deleted, with its points anew, and where the caret then stands. */
function regrouped({ value: text, selectionEnd }: HTMLInputElement, { inputType, data }: InputEvent) {
  const isEdit = inputType?.startsWith("delete") || (inputType === "insertText" && /^\d$/.test(data ?? ""));
  const value = Number(text.replaceAll(".", ""));
  if (!isEdit || !/^-?\d[\d.]*$/.test(text) || !Number.isSafeInteger(value)) return undefined;
  const digitsRight = text.slice(selectionEnd ?? text.length).replace(/\D/g, "").length;
  const grouped = groupedNumber(value);
  let at = grouped.length;
  for (let digits = 0; digits < digitsRight; at--) if (grouped[at - 1] !== ".") digits += 1;
  return { text: grouped, at: grouped[at - 1] === "." ? at - 1 : at };
}
