import { useEffect, useEffectEvent } from "react";
import { type FieldValues, useFormContext } from "react-hook-form";

/** Brings the fields of the form around it to newer values of the server, except those that were changed here. */
export function LiveValues({ values }: { values: FieldValues }) {
  const { getFieldState, getValues, resetField } = useFormContext();
  const update = useEffectEvent(() => {
    for (const [name, value] of Object.entries(values)) {
      // Asked now: a draft is put into the form after the render that this runs for.
      if (!getFieldState(name).isDirty && getValues(name) !== value) resetField(name, { defaultValue: value });
    }
  });
  const version = JSON.stringify(values);
  useEffect(() => update(), [version]);
  return null;
}
