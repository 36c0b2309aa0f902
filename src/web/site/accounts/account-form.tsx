import { CircleAlert } from "lucide";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { useEarlySubmit } from "../../lib/early-submit.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Mark } from "../../ui/mark.tsx";
import { returnPathOf } from "./return-path.ts";
import { type AccountField, useFieldForm, type Values } from "./use-field-form.ts";

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
 * The form of login and registration. Navigates to the page that linked here with `returnTo`, else to the home page, once a user is
 * logged in.
 */
export function AccountForm(props: AccountFormProps) {
  const { title, lead, fields, button, busyButton, fallbackMessage, submit, foot } = props;
  const { errors, banner, busy, alert, onInput, onSubmit } = useFieldForm({
    fields,
    fallbackMessage,
    submit,
    repeatsErrors: true,
  });
  const { isAuthenticated } = useUserAuth();
  const navigate = useNavigate();
  const returnPath = returnPathOf(useLocation().state);
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  useEarlySubmit(form);

  useEffect(() => {
    if (isAuthenticated) void navigate(returnPath, { replace: true });
  }, [isAuthenticated, navigate, returnPath]);

  // Stays busy until the next page is shown.
  const isBusy = busy || isAuthenticated;
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
        <button type="submit" className="btn btn--primary btn--lg btn--wide" disabled={isBusy}>
          {isBusy ? busyButton : button}
        </button>
        <p className="account-card__foot">{foot}</p>
      </form>
    </div>
  );
}
