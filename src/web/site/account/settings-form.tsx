import type { FormEvent, ReactNode } from "react";
import { usePublicForm, type Values } from "../../lib/use-public-form.ts";
import { type AccountField, AccountFields, checkOf } from "../sign-in/account-fields.tsx";
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
  button: string;
  busyButton: string;
  /** The form deletes something. */
  isDangerous?: boolean;
  /** Stands before the button. */
  cancelButton?: ReactNode;
}

/** A form of the account page. */
export function SettingsForm(props: SettingsFormProps) {
  const { label, username, fields, fallbackMessage, submit, button, busyButton } = props;
  const { attributes, isBusy, ...form } = usePublicForm({
    check: checkOf(fields),
    send: submit,
    fallback: fallbackMessage,
    isShownOnce: true,
  });
  return (
    <form
      className={styles.settingsForm}
      aria-label={label}
      noValidate
      {...attributes}
      onInput={(event) => {
        props.onInput?.(event);
        attributes.onInput(event);
      }}
    >
      {username !== undefined && <input type="text" autoComplete="username" value={username} readOnly hidden />}
      <AccountFields form={form} fields={fields} />
      <div className={styles.settingsFormButtons}>
        {props.cancelButton}
        <button type="submit" className={props.isDangerous ? "btn btn--danger" : "btn btn--line"} disabled={isBusy}>
          {isBusy ? busyButton : button}
        </button>
      </div>
    </form>
  );
}
