import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { Example } from "#contract/examples.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { useIdempotencyKey } from "../../lib/idempotency-key.ts";
import { lazyPart, nothing } from "../../lib/lazy-part.tsx";
import { useUserAuth } from "../../lib/session.tsx";
import { storeRequest, useStoredOrders } from "../sales/own/stored-orders.ts";
import { valuesOf } from "../sign-in/use-field-form.ts";
import { useFormDraft } from "../use-form-draft.ts";
import { checkField } from "./field-values.ts";
import { emptyValues, names, type Values } from "./fields.ts";
import { FileField } from "./file-field.tsx";
import { type Errors, type FormFocus, focusFirstError, RequestForm } from "./form.tsx";
import styles from "./request-form.module.css";
import { failureOf, identityOf, type RequestContent, sendingDelay, sendRequest, wait } from "./send-request.ts";
import type { SendingStep } from "./sending.tsx";

const OwnOrders = lazyPart(async () => (await import("../sales/own/own-orders.tsx")).OwnOrders, nothing);
const ConfirmDialog = lazyPart(async () => (await import("./confirm-dialog.tsx")).ConfirmDialog);
const Sending = lazyPart(async () => (await import("./sending.tsx")).Sending);
const Sent = lazyPart(async () => (await import("./sent.tsx")).Sent);

/** Loads the screens after the form. Resolves to whether they are there: nothing is sent before. */
async function preloadSteps(): Promise<boolean> {
  const loaded = await Promise.all([ConfirmDialog.preload(), Sending.preload(), Sent.preload()]);
  return loaded.every(Boolean);
}

type Stage =
  | { name: "form"; focus?: FormFocus }
  | { name: "confirm"; content: RequestContent }
  | { name: "sending"; step: SendingStep }
  | { name: "sent"; request: CustomerRequest };

interface RequestFlowProps {
  /** Under the title. */
  terms: ReactNode;
  /** Songs to hear above the form. */
  examples: readonly Example[];
  /** Beside the form. */
  aside: ReactNode;
  /** Below the form. */
  reviews: ReactNode;
}

/** Takes a request from its form to the response. */
export function RequestFlow({ terms, examples, aside, reviews }: RequestFlowProps) {
  const [stage, setStage] = useState<Stage>({ name: "form" });
  const [file, setFile] = useState<File>();
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [hasSteps, setHasSteps] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef<{ abort(): void; canAbort: boolean }>(undefined);
  const { draft, isRestored, setDraft, clear } = useFormDraft("requestDraft", names, form);
  const values = { ...emptyValues, ...usePrefill(), ...draft.typed };
  const hasOrders = useStoredOrders().length > 0;
  const { isAuthenticated } = useUserAuth();
  const idempotency = useIdempotencyKey("request");
  const lostName = file ? undefined : draft.fileName;

  // It comes while the form is filled in.
  const isBegun = Object.keys(draft.typed).length > 0;
  useEffect(() => {
    if (isBegun) void preloadSteps();
  }, [isBegun]);

  // Leaving the page ends what can still be ended; a request that is sent whole is stored when the response comes.
  useEffect(
    () => () => {
      if (sending.current?.canAbort) sending.current.abort();
    },
    [],
  );

  const setError = (name: string, message: string | undefined) =>
    setErrors((previous) => ({ ...previous, [name]: message }));

  const clearAll = () => {
    clear();
    setFile(undefined);
    setErrors({});
    setFailure(undefined);
  };

  const submit = async (element: HTMLFormElement) => {
    const content = contentOf(element, file);
    const found: Errors = Object.fromEntries(names.map((name) => [name, checkField(name, content.values[name])]));
    setErrors(found);
    setFailure(undefined);
    if (focusFirstError(element, found)) return;
    if (!(await preloadSteps())) {
      return setFailure("Chưa tải được phần gửi yêu cầu. Bạn kiểm tra mạng rồi bấm gửi lại nhé.");
    }
    setHasSteps(true);
    setStage({ name: "confirm", content });
  };

  const send = async (content: RequestContent) => {
    const controller = new AbortController();
    const attempt = { abort: () => controller.abort(), canAbort: true };
    sending.current = attempt;
    const { signal } = controller;
    const show = (step: SendingStep) => {
      attempt.canAbort = step.name !== "sent";
      setStage({ name: "sending", step });
    };
    show({ name: "waiting" });
    try {
      await wait(sendingDelay, signal);
      show(
        content.file
          ? { name: "uploading", progress: { loaded: 0, total: content.file.size, percentage: 0 } }
          : { name: "sent" },
      );
      const request = await sendRequest(content, {
        signal,
        idempotencyKey: idempotency.keyFor(identityOf(content)),
        onProgress: (progress) =>
          show(progress.loaded < progress.total ? { name: "uploading", progress } : { name: "sent" }),
      });
      idempotency.forget();
      storeRequest(request, isAuthenticated);
      clearAll();
      setStage({ name: "sent", request });
    } catch (error) {
      if (signal.aborted) return setStage({ name: "form", focus: "button" });
      const { message, errors: fieldErrors } = failureOf(error, content);
      setErrors(fieldErrors);
      setFailure(message);
      setStage({ name: "form", focus: "error" });
    }
  };

  if (stage.name === "sending") {
    return (
      <div className="wrap">
        <Sending step={stage.step} onCancel={() => sending.current?.abort()} />
      </div>
    );
  }
  if (stage.name === "sent") {
    return (
      <div className="wrap">
        <Sent request={stage.request} onAgain={() => setStage({ name: "form", focus: "heading" })} />
      </div>
    );
  }
  const content = stage.name === "confirm" ? stage.content : undefined;
  return (
    <>
      <div className={`wrap ${styles.page}`}>
        <RequestForm
          form={form}
          terms={terms}
          examples={examples}
          values={values}
          errors={errors}
          failure={failure}
          isRestored={isRestored}
          focus={stage.name === "form" ? stage.focus : undefined}
          onChange={(name, value) => {
            setDraft((previous) => ({ ...previous, typed: { ...previous.typed, [name]: value } }));
            setError(name, checkField(name, value));
          }}
          onClear={clearAll}
          onSubmit={(element) => void submit(element)}
          fileField={
            <FileField
              file={file}
              lostName={lostName}
              error={errors.reference_file}
              onChoose={(chosen) => {
                setFile(chosen);
                setDraft((previous) => ({ ...previous, fileName: chosen.name }));
                setError("reference_file", undefined);
              }}
              onRefuse={(message) => setError("reference_file", message)}
              onRemove={() => {
                setFile(undefined);
                setDraft(({ typed }) => ({ typed }));
                setError("reference_file", undefined);
              }}
            />
          }
        />
        {aside}
      </div>
      {reviews}
      {hasOrders && (
        <Suspense fallback={null}>
          <OwnOrders />
        </Suspense>
      )}
      {hasSteps && (
        <ConfirmDialog
          values={content?.values}
          file={content?.file}
          lostName={lostName}
          onCancel={() => setStage({ name: "form" })}
          onConfirm={() => content && void send(content)}
        />
      )}
    </>
  );
}

/** Returns name and e-mail of the account, once it is known. */
function usePrefill(): Partial<Values> {
  const { user } = useUserAuth();
  return user ? { customer_name: user.full_name || user.username, customer_email: user.email } : {};
}

/** The form itself knows what was typed, also before hydration. */
function contentOf(form: HTMLFormElement, file: File | undefined): RequestContent {
  const texts = valuesOf(form);
  const values: Values = { ...emptyValues };
  for (const name of names) values[name] = texts[name] ?? "";
  return { values, file, website: texts.website ?? "" };
}
