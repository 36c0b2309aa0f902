import { useController } from "react-hook-form";
import { shortDateTime } from "../../lib/dates.ts";
import { DayPicker, type Days, MomentPicker, RangePicker } from "./date-picker.tsx";
import { FieldFrame, type FieldProps } from "./fields.tsx";

interface DateFieldProps extends FieldProps {
  min?: string;
  max?: string;
}

/** A day in Vietnam as `YYYY-MM-DD`; an empty text without one. */
export function DateField({ min, max, ...props }: DateFieldProps) {
  const { field } = useController({ name: props.name });
  return (
    <FieldFrame {...props}>
      {({ id, "aria-describedby": describedBy, "aria-invalid": isInvalid }) => (
        <DayPicker
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy}
          isInvalid={isInvalid}
          isRequired={props.required}
          min={min}
          max={max}
          value={field.value ?? ""}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </FieldFrame>
  );
}

/** A range of days in Vietnam: `{ from, to }`, both empty texts without one. */
export function DateRangeField({ min, max, ...props }: DateFieldProps) {
  const { field } = useController({ name: props.name });
  const { from = "", to = "" } = (field.value ?? {}) as Partial<Days>;
  return (
    <FieldFrame {...props}>
      {({ id, "aria-describedby": describedBy, "aria-invalid": isInvalid }) => (
        <RangePicker
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy}
          isInvalid={isInvalid}
          isRequired={props.required}
          min={min}
          max={max}
          from={from}
          to={to}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </FieldFrame>
  );
}

/** A moment in Vietnam as ISO time; an empty text without one. */
export function MomentField(props: FieldProps) {
  const { field } = useController({ name: props.name });
  return (
    <FieldFrame {...props} textOf={(value) => (typeof value === "string" && value ? shortDateTime(value) : "")}>
      {({ id, "aria-describedby": describedBy, "aria-invalid": isInvalid }) => (
        <MomentPicker
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy}
          isInvalid={isInvalid}
          isRequired={props.required}
          value={field.value ?? ""}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </FieldFrame>
  );
}
