/** Asks which value stays in each field that somebody else changed too since the form was opened. */
import { type FormEvent, useId, useState } from "react";
import { Missing } from "../controls/missing.tsx";
import { Modal } from "../controls/modal.tsx";
import styles from "./conflict-dialog.module.css";
import type { FieldLabel } from "./field-labels.ts";
import { valueText } from "./field-labels.ts";
import type { Clash } from "./merge.ts";

/** The value to keep, by the name of the field. */
export type Choices = ReadonlyMap<string, "mine" | "theirs">;

interface ConflictDialogProps {
  clashes: readonly Clash[];
  /** Name of the other; undefined when it is not known, or oneself in another window. */
  changedBy: string | undefined;
  labels: ReadonlyMap<string, FieldLabel>;
  /** Saves with these values. */
  onChoose: (choices: Choices) => void;
  /** Goes back to the form; nothing is saved. */
  onCancel: () => void;
}

export function ConflictDialog({ clashes, changedBy, labels, onChoose, onCancel }: ConflictDialogProps) {
  const id = useId();
  const [choices, setChoices] = useState<Choices>(new Map());
  const missing = clashes.filter(({ name }) => !choices.has(name)).length;
  const choose = (name: string, side: "mine" | "theirs") => setChoices((before) => new Map(before).set(name, side));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (missing === 0) onChoose(choices);
  }
  return (
    <Modal
      open
      title="Chọn giá trị để giữ"
      onClose={onCancel}
      foot={
        <>
          <button type="button" className="btn btn--line" onClick={onCancel}>
            Quay lại
          </button>
          {missing > 0 && <Missing>Còn {missing} mục chưa chọn</Missing>}
          <button type="submit" form={id} className="btn btn--primary" disabled={missing > 0}>
            Lưu lựa chọn
          </button>
        </>
      }
    >
      <form id={id} className={styles.conflict} onSubmit={submit}>
        <p>
          {changedBy ? <b>{changedBy}</b> : "Một lần lưu khác"} vừa đổi {clashes.length > 1 ? "những mục" : "mục"} mà
          bạn cũng đổi. Những thay đổi khác của cả hai đều được giữ.
        </p>
        {clashes.map(({ name, ...values }) => {
          const { label, textOf } = labels.get(name) ?? { label: name, textOf: valueText };
          const sides = [
            { side: "mine", whose: "Của bạn" },
            { side: "theirs", whose: changedBy ? `Của ${changedBy}` : "Bản đã lưu" },
          ] as const;
          return (
            <fieldset key={name} className={styles.field}>
              <legend>{label}</legend>
              {sides.map(({ side, whose }) => (
                <label key={side} className={styles.side}>
                  <input
                    type="radio"
                    name={`${id}-${name}`}
                    checked={choices.get(name) === side}
                    onChange={() => choose(name, side)}
                  />
                  <span className={styles.whose}>{whose}</span>
                  <span className={styles.value}>
                    {textOf(values[side]) || <span className="muted">(để trống)</span>}
                  </span>
                </label>
              ))}
            </fieldset>
          );
        })}
      </form>
    </Modal>
  );
}
