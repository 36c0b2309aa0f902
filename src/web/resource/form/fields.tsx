/**
 * Fields of a form: their frame, and those made of native inputs. Each reads its value and error from the form's context, and keeps the
 * height of a line for its hint or error, so that an error moves nothing below it.
 */
import { Eye, EyeOff } from "lucide";
import { type ComponentProps, type HTMLAttributes, type ReactNode, useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { ErrorText } from "../../ui/error-text.tsx";
import { noteId } from "../../ui/field-frame.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Choice } from "../list/filters.tsx";
import { secretText, useFieldLabel, valueText } from "./field-labels.ts";

export interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
}

interface LabelProps {
  /** The field's value in words, where it can't be read as it is. */
  textOf?: (value: unknown) => string;
}

interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
  "aria-required": boolean | undefined;
}

interface FrameProps extends FieldProps, LabelProps {
  /** An error that is not the form's, such as that of an upload. It is announced, and stands where the form has none. */
  error?: string;
  children: (control: ControlProps) => ReactNode;
}

/** Draws the label and the note of a control. The label's id is the control's with `-label` appended. */
export function FieldFrame({ name, label, hint, required, error, textOf, children }: FrameProps) {
  const id = useId();
  useFieldLabel(name, label, textOf);
  const formError = useFieldError(name);
  const message = formError ?? error;
  return (
    <div className="field">
      <label htmlFor={id} id={`${id}-label`}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children({
        id,
        "aria-describedby": noteId(id, message, hint),
        "aria-invalid": message !== undefined,
        "aria-required": required,
      })}
      <FieldNote id={id} message={message} hint={hint} isAnnounced={!formError} />
    </div>
  );
}

interface GroupProps extends FieldProps, LabelProps {
  children: ReactNode;
}

/** Draws the legend and the note of several controls. */
export function FieldGroup({ name, label, hint, required, textOf, children }: GroupProps) {
  const id = useId();
  useFieldLabel(name, label, textOf);
  const message = useFieldError(name);
  return (
    <fieldset className="field" aria-describedby={noteId(id, message, hint)}>
      <legend>
        {label}
        {required && <RequiredMark />}
      </legend>
      {children}
      <FieldNote id={id} message={message} hint={hint} />
    </fieldset>
  );
}

function useFieldError(name: string): string | undefined {
  const { getFieldState, getValues, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  if (!Array.isArray(error)) return error?.message;
  // Of a list, the first wrong item: it is named, since the field has one line for all.
  const index = error.findIndex((item) => item?.message !== undefined);
  return index < 0 ? undefined : `“${getValues(name)[index]}”: ${error[index].message}`;
}

function RequiredMark() {
  return (
    <span className="req" aria-hidden="true">
      {" "}
      *
    </span>
  );
}

interface NoteProps {
  id: string;
  message: string | undefined;
  hint?: string;
  isAnnounced?: boolean;
}

/** The line below a control. The hint keeps its place while an error stands in front of it. */
function FieldNote({ id, message, hint, isAnnounced = false }: NoteProps) {
  return (
    <div className="field__note">
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {message && (
        <ErrorText id={`${id}-error`} isAnnounced={isAnnounced}>
          {message}
        </ErrorText>
      )}
    </div>
  );
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
    <FieldFrame
      name={name}
      label={label}
      hint={hint}
      required={required}
      textOf={type === "password" ? secretText : undefined}
    >
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
    <FieldFrame name={name} label={label} hint={hint} required={required} textOf={secretText}>
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
  const textOf = (chosen: unknown) => options.find(({ value }) => value === chosen)?.label ?? valueText(chosen);
  return (
    <FieldFrame name={name} label={label} hint={hint} required={required} textOf={textOf}>
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

function SwitchInput({ name, ...props }: ComponentProps<"input"> & { name: string }) {
  const { register } = useFormContext();
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its state by itself
  return <input type="checkbox" role="switch" {...props} {...register(name)} />;
}

/** A switch in the cell of a table, whose label is not seen. */
export function CellSwitchField({ name, label }: Pick<FieldProps, "name" | "label">) {
  useFieldLabel(name, label);
  return (
    <span className="switch switch--bare">
      <SwitchInput name={name} aria-label={label} />
    </span>
  );
}

export function SwitchField({ name, label, hint }: Omit<FieldProps, "required">) {
  const id = useId();
  useFieldLabel(name, label);
  const message = useFieldError(name);
  return (
    <div className="switch">
      <SwitchInput name={name} id={id} aria-describedby={noteId(id, message, hint)} />
      <label htmlFor={id}>{label}</label>
      <FieldNote id={id} message={message} hint={hint} />
    </div>
  );
}
