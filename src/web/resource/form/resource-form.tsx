/**
 * A form in a dialog or a panel, validated with the schema of its endpoint. Field errors of the server appear at their fields.
 * Closing a form with changes asks for confirmation.
 */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { type Control, type FieldValues, useWatch } from "react-hook-form";
import { Banner } from "../controls/banner.tsx";
import { Missing } from "../controls/missing.tsx";
import { Modal } from "../controls/modal.tsx";
import { Panel } from "../controls/panel.tsx";
import { DraftNote } from "./draft-note.tsx";
import { FormContexts } from "./form-contexts.tsx";
import { KeepFocus } from "./keep-focus.tsx";
import { saveKeyShortcuts } from "./save-keys.ts";
import { type Changed, type ResourceFormOptions, useResourceForm } from "./use-resource-form.ts";

export interface ResourceFormProps<I extends FieldValues, O> extends ResourceFormOptions<I, O> {
  title: string;
  children: ReactNode;
  /**
   * Sends the parsed values, or of them those that were changed. Once it resolves, except to false, a dialog closes; a panel stays open.
   * The error it throws is shown.
   */
  submit: (body: O, changed: Changed<O>) => Promise<unknown>;
  onClose: () => void;
  /** Text of the button; without it "Lưu". */
  action?: string;
  /** The button acts on the record as it is: a panel offers it without a change. */
  actsUnchanged?: boolean;
  width?: 34 | 50 | 52;
  /** Text fields without which the form can't be saved, by what they ask for: until then its button is disabled and says so. */
  needs?: { readonly [Name in keyof I & string]?: string };
  /** The focus does not start in the first field, for a form that is read from its top. */
  isReadFirst?: boolean;
  /** Nothing can be changed: the dialog offers no saving. */
  isReadOnly?: boolean;
  /** Stands beside the list, with the facts of the row: as details of a resource. */
  isPanel?: boolean;
  /** Called once a panel is saved. */
  onSaved?: () => void;
  /** Returns the values of a panel once they are saved; by default as they are. */
  afterSave?: ((values: I) => I) | undefined;
}

/** Open while rendered; needs a `key` per edited record. */
export function ResourceForm<I extends FieldValues, O>(props: ResourceFormProps<I, O>) {
  const {
    title,
    children,
    submit,
    onClose,
    action,
    actsUnchanged = false,
    width = 34,
    needs,
    isReadFirst,
    isReadOnly,
    isPanel = false,
    onSaved,
    afterSave,
    ...options
  } = props;
  const id = useId();
  const ref = useRef<HTMLFormElement>(null);
  const state = useResourceForm(options, ref, async (body, markSaved, changed) => {
    if ((await submit(body, changed)) === false) return undefined;
    markSaved(isPanel ? afterSave : undefined);
    if (isPanel) onSaved?.();
    else onClose();
    return undefined;
  });
  const { form, isBusy, notice } = state;
  const errorRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) errorRef.current?.scrollIntoView({ block: "nearest" });
  }, [notice]);
  const close = async () => {
    if (!isBusy && (await state.confirmLeaving())) onClose();
  };

  const saveButton = !isReadOnly && (
    <SaveButton control={form.control} formId={id} needs={needs} isBusy={isBusy}>
      {action ?? "Lưu"}
    </SaveButton>
  );
  const content = (
    <FormContexts state={state}>
      <form
        ref={ref}
        id={id}
        className="form"
        tabIndex={-1}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void state.save();
        }}
      >
        <div ref={errorRef} className="form__error">
          {notice && <Banner kind={notice.kind}>{notice.content}</Banner>}
        </div>
        {state.isRestored && <DraftNote />}
        {children}
      </form>
    </FormContexts>
  );
  if (isPanel) {
    const foot = (actsUnchanged || state.isUnsaved || isBusy) && saveButton && (
      <KeepFocus within={ref}>{saveButton}</KeepFocus>
    );
    return (
      <Panel title={title} foot={foot} onClose={() => void close()}>
        {content}
      </Panel>
    );
  }
  return (
    <Modal
      open
      title={title}
      width={width}
      isReadFirst={isReadFirst}
      onClose={() => void close()}
      foot={
        <>
          <button type="button" className="btn btn--line" aria-disabled={isBusy} onClick={() => void close()}>
            {isReadOnly ? "Đóng" : "Hủy"}
          </button>
          {saveButton}
        </>
      }
    >
      {content}
    </Modal>
  );
}

interface SaveButtonProps<I extends FieldValues, O> {
  control: Control<I, unknown, O>;
  formId: string;
  needs: Readonly<Record<string, string | undefined>> | undefined;
  isBusy: boolean;
  children: string;
}

function SaveButton<I extends FieldValues, O>(props: SaveButtonProps<I, O>) {
  const { control, formId, needs = {}, isBusy, children } = props;
  const names = Object.keys(needs);
  const values = useWatch({ control: control as unknown as Control, name: names });
  const missing = names.filter((_, index) => !values[index]?.trim()).map((name) => needs[name]);
  return (
    <>
      {missing.length > 0 && <Missing id={`${formId}-missing`}>Còn thiếu {missing.join(", ")}</Missing>}
      <button
        type="submit"
        form={formId}
        className="btn btn--primary"
        disabled={missing.length > 0}
        aria-describedby={missing.length > 0 ? `${formId}-missing` : undefined}
        aria-disabled={isBusy}
        aria-keyshortcuts={saveKeyShortcuts}
      >
        {isBusy ? "Đang lưu..." : children}
      </button>
    </>
  );
}
