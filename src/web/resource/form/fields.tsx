/** The fields of a `ResourceForm`. Each reads its value, error and busy state from the form context. */
import { CircleAlert, Eye, EyeOff } from "lucide";
import { type HTMLAttributes, type ReactNode, useId, useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Icon } from "../../ui/icon.tsx";
import type { Choice } from "../list/list-screen.tsx";

interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
}

interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
  "aria-required": boolean | undefined;
}

interface FrameProps extends FieldProps {
  children: (control: ControlProps) => ReactNode;
}

export function FieldFrame({ name, label, hint, required, children }: FrameProps) {
  const id = useId();
  const { getFieldState, formState } = useFormContext();
  const message = getFieldState(name, formState).error?.message;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="req" aria-hidden="true">
            {" "}
            *
          </span>
        )}
      </label>
      {children({
        id,
        "aria-describedby": message ? `${id}-error` : hint ? `${id}-hint` : undefined,
        "aria-invalid": message !== undefined,
        "aria-required": required,
      })}
      <FieldNote id={id} message={message} hint={hint} />
    </div>
  );
}

export function FieldNote({ id, message, hint }: { id: string; message: string | undefined; hint?: string }) {
  if (message) {
    return (
      <p className="error" id={`${id}-error`}>
        <Icon icon={CircleAlert} />
        {message}
      </p>
    );
  }
  return hint ? (
    <p className="hint" id={`${id}-hint`}>
      {hint}
    </p>
  ) : null;
}

interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "url" | "tel" | "password";
  placeholder?: string;
  maxLength?: number;
  autoComplete?: string;
  inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
}

export function TextField({ name, label, hint, required, type = "text", ...input }: TextFieldProps) {
  const { register } = useFormContext();
  return (
    <FieldFrame name={name} label={label} hint={hint} required={required}>
      {(control) => (
        <input className="input" type={type} autoComplete="off" {...input} {...control} {...register(name)} />
      )}
    </FieldFrame>
  );
}

export function SecretField({ name, label, hint, required }: FieldProps) {
  const { register } = useFormContext();
  const [isVisible, setIsVisible] = useState(false);
  return (
    <FieldFrame name={name} label={label} hint={hint} required={required}>
      {(control) => (
        <div className="secret">
          <input
            className="input"
            type={isVisible ? "text" : "password"}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            // Selects the mask of a stored secret, so that typing replaces it.
            onFocus={({ currentTarget }) => /^•+$/.test(currentTarget.value) && currentTarget.select()}
            {...control}
            {...register(name)}
          />
          <button
            type="button"
            className="ibtn"
            aria-label={`${isVisible ? "Ẩn" : "Hiện"} ${label}`}
            aria-controls={control.id}
            onClick={() => setIsVisible(!isVisible)}
          >
            {isVisible ? <Icon icon={EyeOff} /> : <Icon icon={Eye} />}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

interface NumberFieldProps extends FieldProps {
  min?: number;
  step?: number;
  empty?: number;
}

export function NumberField({ name, label, hint, required, min, step = 1, empty }: NumberFieldProps) {
  const { register } = useFormContext();
  const toNumber = (text: unknown) => (text === "" || text === null ? (empty ?? Number.NaN) : Number(text));
  return (
    <FieldFrame name={name} label={label} hint={hint} required={required}>
      {(control) => (
        <input
          className="input num"
          type="number"
          inputMode="numeric"
          min={min}
          step={step}
          {...control}
          {...register(name, { setValueAs: toNumber })}
        />
      )}
    </FieldFrame>
  );
}

export function TextAreaField({ name, label, hint, required, rows = 3 }: FieldProps & { rows?: number }) {
  const { register } = useFormContext();
  return (
    <FieldFrame name={name} label={label} hint={hint} required={required}>
      {(control) => <textarea className="input" rows={rows} {...control} {...register(name)} />}
    </FieldFrame>
  );
}

export function SelectField({ name, label, hint, required, options }: FieldProps & { options: readonly Choice[] }) {
  const { register } = useFormContext();
  return (
    <FieldFrame name={name} label={label} hint={hint} required={required}>
      {(control) => (
        <select className="select" {...control} {...register(name)}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export function SwitchField({ name, label, hint }: Omit<FieldProps, "required">) {
  const id = useId();
  const { register } = useFormContext();
  return (
    <div className="switch">
      <input id={id} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} {...register(name)} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface GroupProps extends FieldProps {
  children: ReactNode;
}

export function FieldGroup({ name, label, hint, required, children }: GroupProps) {
  const id = useId();
  const { getFieldState, formState } = useFormContext();
  const message = getFieldState(name, formState).error?.message;
  return (
    <fieldset className="field" aria-describedby={message ? `${id}-error` : hint ? `${id}-hint` : undefined}>
      <legend>
        {label}
        {required && (
          <span className="req" aria-hidden="true">
            {" "}
            *
          </span>
        )}
      </legend>
      {children}
      <FieldNote id={id} message={message} hint={hint} />
    </fieldset>
  );
}

export function ChecksField({ options, ...props }: FieldProps & { options: readonly { id: number; name: string }[] }) {
  const { field } = useController({ name: props.name });
  const selected = (field.value ?? []) as number[];
  return (
    <FieldGroup {...props}>
      <div className="checks">
        {options.map(({ id, name }, index) => (
          <label key={id} className="check">
            <input
              ref={index === 0 ? field.ref : undefined}
              type="checkbox"
              checked={selected.includes(id)}
              onBlur={field.onBlur}
              onChange={({ target }) =>
                field.onChange(target.checked ? [...selected, id] : selected.filter((each) => each !== id))
              }
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
