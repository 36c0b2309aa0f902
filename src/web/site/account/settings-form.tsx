import { CircleAlert } from "lucide";
import type { FormEvent, ReactNode } from "react";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type AccountField, type Errors, useFieldForm, type Values } from "../sign-in/use-field-form.ts";
import styles from "./account.module.css";

interface SettingsFormProps {
  /** Name for screen readers. */
  label: string;
  /** The account's name, for password managers; for forms with a password. */
  username?: string;
  fields: readonly AccountField[];
  fallbackMessage: string;
  submit(values: Values, form: HTMLFormElement): Promise<void>;
  onInput?: (event: FormEvent<HTMLFormElement>) => void;
  fieldErrorsOf?: (error: unknown) => Errors;
  button: string;
  busyButton: string;
  /** The form deletes something. */
  isDangerous?: boolean;
  /** Stands before the button. */
  cancelButton?: ReactNode;
}

/** A form of the account page. */
export function SettingsForm(props: SettingsFormProps) {
  const { label, username, fields, fallbackMessage, submit, fieldErrorsOf, button, busyButton } = props;
  const { errors, banner, busy, alert, onInput, onSubmit } = useFieldForm({
    fields,
    fallbackMessage,
    submit,
    fieldErrorsOf,
  });
  return (
    <form
      className={styles.settingsForm}
      aria-label={label}
      noValidate
      onInput={(event) => {
        props.onInput?.(event);
        onInput(event);
      }}
      onSubmit={onSubmit}
    >
      {banner && (
        <p className="note note--danger" role="alert" tabIndex={-1} ref={alert}>
          <Icon icon={CircleAlert} />
          {banner}
        </p>
      )}
      {username !== undefined && <input type="text" autoComplete="username" value={username} readOnly hidden />}
      {fields.map(({ name, input }) => (
        <Field key={name} {...input} name={name} error={errors[name]} />
      ))}
      <div className={styles.settingsFormButtons}>
        {props.cancelButton}
        <button type="submit" className={props.isDangerous ? "btn btn--danger" : "btn btn--line"} disabled={busy}>
          {busy ? busyButton : button}
        </button>
      </div>
    </form>
  );
}
