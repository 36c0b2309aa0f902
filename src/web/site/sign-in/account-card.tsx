import { type ReactNode, useId } from "react";
import { usePublicForm, type Values } from "../../lib/use-public-form.ts";
import { Mark } from "../../ui/mark.tsx";
import { ScriptedForm } from "../../ui/scripted-form.tsx";
import styles from "./account-card.module.css";
import { type AccountField, AccountFields, checkOf } from "./account-fields.tsx";

export interface AccountCardProps {
  title: string;
  lead: string;
  fields: readonly AccountField[];
  button: string;
  busyButton: string;
  fallbackMessage: string;
  submit(values: Values): Promise<void>;
  /** Stays busy after it was sent. */
  isBusy?: boolean;
  /** Stands in place of the fields where scripts are off. */
  withoutScripts?: ReactNode;
  /** Between fields and button. */
  aside?: ReactNode;
  foot?: ReactNode;
}

/** A form about one's account on a card. */
export function AccountCard(props: AccountCardProps) {
  const { title, lead, fields, button, busyButton, fallbackMessage, submit, withoutScripts, aside, foot } = props;
  const form = usePublicForm({ check: checkOf(fields), send: submit, fallback: fallbackMessage });
  const titleId = useId();
  const isBusy = form.isBusy || props.isBusy === true;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={`card ${styles.card}`}>
        <div className={styles.head}>
          <Mark />
          <h1 id={titleId}>{title}</h1>
          <p>{lead}</p>
        </div>
        <ScriptedForm
          className={styles.form}
          withoutScripts={withoutScripts}
          aria-labelledby={titleId}
          {...form.attributes}
        >
          <AccountFields form={form} fields={fields} />
          {aside && <p className={styles.aside}>{aside}</p>}
          <button type="submit" className="btn btn--primary btn--lg btn--wide" disabled={isBusy}>
            {isBusy ? busyButton : button}
          </button>
        </ScriptedForm>
        {foot && <p className={styles.foot}>{foot}</p>}
      </div>
    </div>
  );
}
