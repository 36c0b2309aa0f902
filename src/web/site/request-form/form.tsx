import { ChevronDown, History, Send } from "lucide";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Example } from "#contract/examples.ts";
import type { PublicForm } from "../../lib/use-public-form.ts";
import { ErrorNote } from "../../ui/call-error.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ScriptedForm } from "../../ui/scripted-form.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { useToast } from "../../ui/toast.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { type ChoiceOptions, musicChoices, musicSummary, storyChoices } from "./choices.ts";
import { Examples } from "./examples.tsx";
import { contactFields, moreFields, type Name, type RequestField, type Values } from "./fields.ts";
import styles from "./form.module.css";
import requestFormStyles from "./request-form.module.css";
import { Story } from "./story.tsx";

const restoredMessage = "Những gì bạn viết dở vẫn còn đây.";

/** The part that gets the focus when the form appears again. */
export type FormFocus = "button" | "heading";

interface RequestFormProps {
  form: PublicForm;
  /** Under the title. */
  terms: ReactNode;
  /** Songs to hear. */
  examples: readonly Example[];
  values: Values;
  isRestored: boolean;
  focus: FormFocus | undefined;
  fileField: ReactNode;
  onChange(name: Name, value: string): void;
  onClear(): void;
}

/** The customer's form. */
export function RequestForm(props: RequestFormProps) {
  const { form, terms, examples, values, isRestored, focus, fileField } = props;
  const { errors } = form;
  const [clears, setClears] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const focusAgain = useEffectEvent(() => {
    if (focus === "heading") heading.current?.focus();
    else if (focus === "button") button.current?.focus();
  });
  useEffect(() => focusAgain(), []);
  const restored = useRef<HTMLDivElement>(null);
  const showToast = useToast();
  // After a reload the page stands where it was, which may be far below the note.
  useEffect(() => {
    const note = restored.current;
    if (!isRestored || !note) return;
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      if (!entry?.isIntersecting) showToast(restoredMessage);
    });
    observer.observe(note);
    return () => observer.disconnect();
  }, [isRestored, showToast]);

  const fieldsOf = (fields: readonly RequestField[]) =>
    fields.map(({ name, rows, ...field }) => {
      const common = { ...field, name, value: values[name], error: errors[name] };
      return rows === undefined ? (
        <Field key={name} {...common} onChange={({ target }) => props.onChange(name, target.value)} />
      ) : (
        <TextArea key={name} {...common} rows={rows} onText={(text) => props.onChange(name, text)} />
      );
    });

  const choicesOf = (fields: readonly ChoiceOptions[]) =>
    fields.map((field) => (
      <ChoiceField
        key={field.name}
        field={field}
        value={values[field.name]}
        error={errors[field.name]}
        onChange={(value) => props.onChange(field.name, value)}
      />
    ));

  return (
    <div className={requestFormStyles.main}>
      <h1 ref={heading} tabIndex={-1}>
        Kể chuyện của bạn, chúng&nbsp;tôi viết thành bài hát
      </h1>
      <p className={requestFormStyles.lead}>Càng cụ thể, bài hát càng giống bạn.</p>
      {terms}
      <Examples examples={examples} occasion={values.occasion} />
      <ErrorNote {...form.refusal} />
      {isRestored && (
        <div className={`note note--info ${styles.restored}`} role="status" ref={restored}>
          <Icon icon={History} />
          <p>{restoredMessage}</p>
          <button
            type="button"
            className="link"
            onClick={() => {
              props.onClear();
              setClears((count) => count + 1);
              heading.current?.focus();
            }}
          >
            Viết lại từ đầu
          </button>
        </div>
      )}
      <ScriptedForm
        {...form.attributes}
        className={styles.form}
        withoutScripts="Để gửi yêu cầu, bạn bật JavaScript trong trình duyệt rồi tải lại trang nhé."
        aria-label="Yêu cầu sáng tác"
      >
        <section key={`story ${clears}`} className={`${styles.choices} ${styles.short}`} aria-label="Bài hát bạn muốn">
          {choicesOf(storyChoices)}
        </section>
        <Story
          values={values}
          error={errors.request_content}
          onText={(text) => props.onChange("request_content", text)}
        />
        <Fold key={`music ${clears}`} label={musicSummary(values)}>
          <div className={styles.choices}>{choicesOf(musicChoices)}</div>
        </Fold>
        {fileField}
        <div className={styles.pair}>{fieldsOf(contactFields)}</div>
        <Fold
          key={`more ${clears}`}
          label="Kể thêm một chút"
          isOpen={moreFields.some(({ name }) => values[name] !== "")}
        >
          <div className={styles.pair}>{fieldsOf(moreFields)}</div>
        </Fold>
        <div className={styles.website}>
          <label>
            Website
            <input name="website" type="text" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <div className={styles.send}>
          <button type="submit" className="btn btn--primary btn--lg btn--wide" ref={button}>
            <Icon icon={Send} />
            Gửi yêu cầu
          </button>
          <p className="hint">Bạn chưa phải trả gì cả. Hài lòng mới thanh toán.</p>
        </div>
      </ScriptedForm>
    </div>
  );
}

interface FoldProps {
  label: string;
  /** Whether it is open at first. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Optional fields. An error in one of them opens it. */
function Fold({ label, isOpen = false, children }: FoldProps) {
  // Afterwards its summary decides.
  const [wasOpen] = useState(isOpen);
  return (
    <details className={`fold ${styles.more}`} open={wasOpen}>
      <summary>
        <span>
          {label} <span className="muted">(không bắt buộc)</span>
        </span>
        <Icon icon={ChevronDown} />
      </summary>
      <div className={styles.folded}>{children}</div>
    </details>
  );
}
