import { useFormContext } from "react-hook-form";
import { FieldFrame } from "../form/fields.tsx";

/** The code of the second factor, in the field `code` of the form. */
export function CodeField({ label, required = true }: { label: string; required?: boolean }) {
  const { register } = useFormContext();
  return (
    <FieldFrame name="code" label={label} required={required}>
      {(control) => (
        <input
          className="input num"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          {...control}
          {...register("code")}
        />
      )}
    </FieldFrame>
  );
}
