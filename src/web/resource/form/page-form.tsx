/** A form in a card on a page, with a region for its notices below. Leaving the page with changes asks for confirmation. */
import { type ReactNode, useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { Banner } from "../controls/banner.tsx";
import { DraftNote } from "./draft-note.tsx";
import { FormContexts } from "./form-contexts.tsx";
import { KeepFocus } from "./keep-focus.tsx";
import styles from "./page-form.module.css";
import { saveKeyShortcuts } from "./save-keys.ts";
import {
  type Changed,
  type Notice,
  type ResourceFormOptions,
  type ResourceFormState,
  useResourceForm,
} from "./use-resource-form.ts";

export interface PageFormProps<I extends FieldValues, O> extends ResourceFormOptions<I, O> {
  children: ReactNode;
  /**
   * Sends the parsed values, or of them those that were changed. Returns the saved values with their version, or the notice if nothing was
   * saved; its error is shown.
   */
  submit: (body: O, changed: Changed<O>) => Promise<{ saved: I; version?: string | undefined } | { notice: Notice }>;
  /** Notice after saving. */
  success: string;
  action?: string;
  /** The save button is there while something is changed. */
  isQuiet?: boolean;
  /** Buttons before the save button. */
  renderButtons?: (state: ResourceFormState<I, O>) => ReactNode;
}

export function PageForm<I extends FieldValues, O>(props: PageFormProps<I, O>) {
  const { children, submit, success, action = "Lưu", isQuiet = false, renderButtons, ...options } = props;
  const ref = useRef<HTMLFormElement>(null);
  const state = useResourceForm(options, ref, async (body, markSaved, changed) => {
    const outcome = await submit(body, changed);
    if ("notice" in outcome) return outcome.notice;
    markSaved(outcome.saved, outcome.version);
    return { kind: "success", content: success };
  });
  return (
    <FormContexts state={state}>
      <form
        ref={ref}
        tabIndex={-1}
        className={`form card ${styles.pageForm}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void state.save();
        }}
      >
        {state.isRestored && <DraftNote />}
        {children}
        <div className={styles.foot}>
          {renderButtons?.(state)}
          {(!isQuiet || state.isUnsaved || state.isBusy) && (
            <KeepFocus within={ref}>
              <button
                type="submit"
                className="btn btn--primary"
                aria-disabled={state.isBusy}
                aria-keyshortcuts={saveKeyShortcuts}
              >
                {state.isSaving ? "Đang lưu..." : action}
              </button>
            </KeepFocus>
          )}
        </div>
      </form>
      <NoticeRegion notice={state.notice} />
    </FormContexts>
  );
}

/** Live region of the notice. Mounted while empty, so that screen readers announce the first notice. */
function NoticeRegion({ notice }: { notice: Notice | undefined }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) ref.current?.scrollIntoView({ block: "nearest" });
  }, [notice]);
  return (
    <div ref={ref} className={styles.notice} aria-live="polite">
      {notice && <Banner kind={notice.kind}>{notice.content}</Banner>}
    </div>
  );
}
