import { CircleAlert } from "lucide";
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { isApiError } from "#contract/errors.ts";
import { useEarlySubmit } from "../../lib/early-submit.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Mark } from "../../ui/mark.tsx";
import { returnPathOf } from "./return-path.ts";

export type Values = Record<string, string>;
type Errors = Record<string, string | undefined>;

export interface AccountField {
  name: string;
  input: Omit<ComponentProps<typeof Field>, "name" | "error">;
  /** Returns the error message of an invalid value. */
  check(values: Values): string | undefined;
}

interface AccountFormProps {
  title: string;
  lead: string;
  fields: readonly AccountField[];
  button: string;
  busyButton: string;
  fallbackMessage: string;
  submit(values: Values): Promise<void>;
  foot: ReactNode;
}

/**
 * The form of login and registration: checks fields on change, shows the server's errors at their fields and above the form. Navigates
 * to the page that linked here with `returnTo`, else to the home page, once a user is logged in.
 */
export function AccountForm(props: AccountFormProps) {
  const { title, lead, fields, button, busyButton, fallbackMessage, submit, foot } = props;
  const [errors, setErrors] = useState<Errors>({});
  const [banner, setBanner] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { isAuthenticated } = useUserAuth();
  const navigate = useNavigate();
  const returnPath = returnPathOf(useLocation().state);
  const titleId = useId();
  const alert = useRef<HTMLParagraphElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEarlySubmit(form);

  useEffect(() => {
    if (isAuthenticated) void navigate(returnPath, { replace: true });
  }, [isAuthenticated, navigate, returnPath]);

  // The message is above the form and may be off screen; the disabled button has lost the focus.
  useEffect(() => {
    if (!banner) return;
    if (document.activeElement === document.body) alert.current?.focus();
    else alert.current?.scrollIntoView({ block: "nearest" });
  }, [banner]);

  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const values = valuesOf(currentTarget);
    const changedField = (target as HTMLInputElement).name;
    setErrors((previous) =>
      checkAll(
        fields.filter(({ name }) => name === changedField || name in previous),
        values,
        previous,
      ),
    );
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const values = valuesOf(form);
    const fieldErrors = checkAll(fields, values, {});
    setErrors(fieldErrors);
    setBanner(undefined);
    if (focusFirstError(form, fields, fieldErrors)) return;
    setBusy(true);
    try {
      await submit(values);
    } catch (error) {
      const serverErrors: Errors = {};
      if (isApiError(error)) for (const { field, message } of error.errors ?? []) serverErrors[field] ??= message;
      setErrors(serverErrors);
      setBanner((error instanceof Error && error.message) || fallbackMessage);
      setBusy(false);
      focusFirstError(form, fields, serverErrors);
    }
  };

  return (
    <div className="wrap account-page">
      <form
        ref={form}
        className="card account-card"
        method="post"
        data-scripted
        noValidate
        aria-labelledby={titleId}
        onInput={onInput}
        onSubmit={onSubmit}
      >
        <div className="account-card__head">
          <Mark />
          <h1 id={titleId}>{title}</h1>
          <p>{lead}</p>
        </div>
        {banner && (
          <p className="note note--danger" role="alert" tabIndex={-1} ref={alert}>
            <Icon icon={CircleAlert} />
            {banner}
          </p>
        )}
        {fields.map(({ name, input }) => (
          <Field key={name} {...input} name={name} error={errors[name]} />
        ))}
        <button type="submit" className="btn btn--primary btn--lg btn--wide" disabled={busy}>
          {busy ? busyButton : button}
        </button>
        <p className="account-card__foot">{foot}</p>
      </form>
    </div>
  );
}

function valuesOf(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") values[name] = value;
  return values;
}

function checkAll(fields: readonly AccountField[], values: Values, previous: Errors): Errors {
  const errors: Errors = { ...previous };
  for (const { name, check } of fields) errors[name] = check(values);
  return errors;
}

/** Focuses the first field with an error. Returns whether there is one. */
function focusFirstError(form: HTMLFormElement, fields: readonly AccountField[], errors: Errors): boolean {
  const invalid = fields.find(({ name }) => errors[name] !== undefined);
  const control = invalid && form.elements.namedItem(invalid.name);
  if (control instanceof HTMLElement) control.focus();
  return invalid !== undefined;
}
