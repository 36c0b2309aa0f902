import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { ApiError } from "#contract/errors.ts";
import type { Example } from "#contract/examples.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { useIdempotencyKey } from "../../lib/idempotency-key.ts";
import { lazyPart, nothing } from "../../lib/lazy-part.tsx";
import { useUserAuth } from "../../lib/session.tsx";
import { type Values as Texts, usePublicForm } from "../../lib/use-public-form.ts";
import { storeRequest, useStoredOrders } from "../sales/own/stored-orders.ts";
import { useFormDraft } from "../use-form-draft.ts";
import { checkField } from "./field-values.ts";
import { emptyValues, names, type Values } from "./fields.ts";
import { FileField } from "./file-field.tsx";
import { type FormFocus, RequestForm } from "./form.tsx";
import styles from "./request-form.module.css";
import { errorOf, identityOf, type RequestContent, sendingDelay, sendRequest, wait } from "./send-request.ts";
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
  const [hasSteps, setHasSteps] = useState(false);
  const sending = useRef<{ abort(): void; canAbort: boolean }>(undefined);
  const form = usePublicForm({
    check: (texts) => Object.fromEntries(names.map((name) => [name, checkField(name, texts[name] ?? "")])),
    async send(texts) {
      if (!(await preloadSteps())) {
        throw new ApiError("unavailable", "Chưa tải được phần gửi yêu cầu. Bạn kiểm tra mạng rồi bấm gửi lại nhé.");
      }
      setHasSteps(true);
      setStage({ name: "confirm", content: contentOf(texts, file) });
    },
    fallback: "Có lỗi xảy ra khi gửi yêu cầu",
    // Chips and a dropped file are no input: all that is changed is checked by `setError`.
    isChecked: () => false,
  });
  const { draft, isRestored, setDraft, clear } = useFormDraft("requestDraft", names, form.attributes.ref);
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

  const clearAll = () => {
    clear();
    setFile(undefined);
    form.reset();
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
      setStage({ name: "form" });
      throw errorOf(error, content);
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
          isRestored={isRestored}
          focus={stage.name === "form" ? stage.focus : undefined}
          onChange={(name, value) => {
            setDraft((previous) => ({ ...previous, typed: { ...previous.typed, [name]: value } }));
            form.setError(name, checkField(name, value));
          }}
          onClear={clearAll}
          fileField={
            <FileField
              file={file}
              lostName={lostName}
              error={form.errors.reference_file}
              onChoose={(chosen) => {
                setFile(chosen);
                setDraft((previous) => ({ ...previous, fileName: chosen.name }));
                form.setError("reference_file", undefined);
              }}
              onRefuse={(message) => form.setError("reference_file", message)}
              onRemove={() => {
                setFile(undefined);
                setDraft(({ typed }) => ({ typed }));
                form.setError("reference_file", undefined);
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
          onConfirm={() => content && void form.run(() => send(content))}
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
function contentOf(texts: Texts, file: File | undefined): RequestContent {
  const values: Values = { ...emptyValues };
  for (const name of names) values[name] = texts[name] ?? "";
  return { values, file, website: texts.website ?? "" };
}
