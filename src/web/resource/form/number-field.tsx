import { useContext, useEffect, useEffectEvent } from "react";
import { NumberField as AriaNumberField, I18nProvider, Input, NumberFieldStateContext } from "react-aria-components";
import { useController } from "react-hook-form";
import { valueText } from "./field-labels.ts";
import { FieldFrame, type FieldProps } from "./fields.tsx";
import { usePendingText } from "./pending-text.tsx";

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

const wholeNumber: Intl.NumberFormatOptions = { maximumFractionDigits: 0 };

/** A whole number, grouped as in Vietnamese (`299.000`). Text that is no number cannot be typed or pasted. */
export function NumberField({ min, max, step = 1, empty = Number.NaN, suffix, ...props }: NumberFieldProps) {
  const { field } = useController({ name: props.name });
  return (
    <FieldFrame {...props} textOf={(value) => [valueText(value), suffix].filter(Boolean).join(" ")}>
      {({ id, "aria-describedby": describedBy, "aria-invalid": isInvalid }) => (
        <I18nProvider locale="vi-VN">
          <AriaNumberField
            id={id}
            className="number"
            aria-labelledby={`${id}-label`}
            aria-describedby={suffix ? [`${id}-suffix`, describedBy].filter(Boolean).join(" ") : describedBy}
            isInvalid={isInvalid}
            isRequired={props.required}
            validationBehavior="aria"
            // Other behaviours change what was typed to the nearest allowed number, without a word.
            commitBehavior="validate"
            isWheelDisabled
            formatOptions={wholeNumber}
            minValue={min}
            maxValue={max}
            step={step}
            value={field.value ?? Number.NaN}
            onChange={(value) => field.onChange(Number.isNaN(value) ? empty : value)}
            onBlur={field.onBlur}
          >
            <Input ref={field.ref} className="input num" inputMode="numeric" aria-invalid={isInvalid} />
            {suffix && (
              <span id={`${id}-suffix`} className="number__suffix">
                {suffix}
              </span>
            )}
            <PendingNumber value={field.value} empty={empty} />
          </AriaNumberField>
        </I18nProvider>
      )}
    </FieldFrame>
  );
}

/** Reports digits that were typed and are not yet the field's value: that changes when the focus leaves the field, or on Enter. */
function PendingNumber({ value, empty }: { value: number; empty: number }) {
  const state = useContext(NumberFieldStateContext);
  const { register, notify } = usePendingText();
  const isPending = useEffectEvent(() => !Object.is(state?.inputValue === "" ? empty : state?.numberValue, value));
  const flush = useEffectEvent(() => state?.commit());
  useEffect(() => register({ isPending: () => isPending(), flush: () => flush() }), [register]);
  useEffect(notify, [state?.inputValue, notify]);
  return null;
}
