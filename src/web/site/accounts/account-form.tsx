/** The card that login and register share: fields checked on change, the server's refusals by field and as a banner. */
import { CircleAlert } from "lucide";
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isApiError } from "#contract/errors.ts";
import { useEarlySubmit } from "../../lib/early-submit.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Mark } from "../../ui/mark.tsx";
import { pages } from "../pages.ts";

export type Values = Record<string, string>;
type Errors = Record<string, string | undefined>;

export interface AccountField {
  name: string;
  input: Omit<ComponentProps<typeof Field>, "name" | "error">;
  /** Gives the sentence for a wrong value. */
  check(values: Values): string | undefined;
}

interface AccountFormProps {
  title: string;
  lead: string;
  fields: readonly AccountField[];
  /** What the button says, at rest and while sending. */
  button: string;
  busyButton: string;
  /** Said when a failure says nothing itself. */
  failure: string;
  submit(values: Values): Promise<void>;
  /** The way to the other form. */
  foot: ReactNode;
}

/** Once someone is logged in, before or through this form, it leads home. */
export function AccountForm(props: AccountFormProps) {
  const { title, lead, fields, button, busyButton, failure, submit, foot } = props;
  const [errors, setErrors] = useState<Errors>({});
  const [banner, setBanner] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { isAuthenticated } = useUserAuth();
  const navigate = useNavigate();
  const titleId = useId();
  const alert = useRef<HTMLParagraphElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEarlySubmit(form);

  useEffect(() => {
    if (isAuthenticated) void navigate(pages.home.path, { replace: true });
  }, [isAuthenticated, navigate]);

  // The sentence stands above the form, whose button may be a screen below, and that button loses the focus while it is disabled.
  useEffect(() => {
    if (!banner) return;
    if (document.activeElement === document.body) alert.current?.focus();
    else alert.current?.scrollIntoView({ block: "nearest" });
  }, [banner]);

  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const values = valuesOf(currentTarget);
    const changed = (target as HTMLInputElement).name;
    setErrors((before) =>
      checkAll(
        fields.filter(({ name }) => name === changed || name in before),
        values,
        before,
      ),
    );
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const values = valuesOf(form);
    const found = checkAll(fields, values, {});
    setErrors(found);
    setBanner(undefined);
    if (focusFirst(form, fields, found)) return;
    setBusy(true);
    try {
      await submit(values);
    } catch (error) {
      const refused: Errors = {};
      if (isApiError(error)) for (const { field, message } of error.errors ?? []) refused[field] ??= message;
      setErrors(refused);
      setBanner((error instanceof Error && error.message) || failure);
      setBusy(false);
      focusFirst(form, fields, refused);
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

function checkAll(fields: readonly AccountField[], values: Values, before: Errors): Errors {
  const errors: Errors = { ...before };
  for (const { name, check } of fields) errors[name] = check(values);
  return errors;
}

/** Moves the focus to the first wrong field, if there is one. */
function focusFirst(form: HTMLFormElement, fields: readonly AccountField[], errors: Errors): boolean {
  const wrong = fields.find(({ name }) => errors[name] !== undefined);
  const control = wrong && form.elements.namedItem(wrong.name);
  if (control instanceof HTMLElement) control.focus();
  return wrong !== undefined;
}
