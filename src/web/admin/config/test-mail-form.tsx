import { zodResolver } from "@hookform/resolvers/zod";
import { Send } from "lucide";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { TestMailBody, type TestOutcome } from "#contract/notifications.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { errorMessage, useChange } from "../../resource/data/queries.ts";
import { setFieldErrors } from "../../resource/form/field-errors.ts";
import { TextField } from "../../resource/form/fields.tsx";
import { Icon } from "../../ui/icon.tsx";

/** Milliseconds: the server waits for the mail server's answer. */
const timeout = 20_000;

/** Sends an e-mail to try out the mail server. It saves nothing, so leaving the page asks nothing. */
export function TestMailForm() {
  const form = useForm({ resolver: zodResolver(TestMailBody), defaultValues: { email: "" } });
  const [outcome, setOutcome] = useState<TestOutcome>();
  const test = useChange("POST /api/admin/config/notifications/test-email", {
    refreshes: [],
    fallback: "Có lỗi xảy ra khi gửi thử",
    unreachable: "Có lỗi xảy ra khi kết nối đến server",
    timeout,
  });
  const send = form.handleSubmit(async (body) => {
    try {
      setOutcome((await test.mutateAsync({ body })).data);
    } catch (error) {
      if (!setFieldErrors(form, error)) setOutcome({ success: false, message: errorMessage(error), details: null });
    }
  });
  return (
    <FormProvider {...form}>
      <form
        className="form card page-form test-mail"
        noValidate
        aria-labelledby="gui-thu"
        onSubmit={(event) => {
          event.preventDefault();
          if (test.isPending) return;
          setOutcome(undefined);
          void send();
        }}
      >
        <h2 id="gui-thu">Gửi thử</h2>
        <div className="test-mail__line">
          <TextField name="email" label="Gửi email thử đến" type="email" maxLength={254} required />
          <button type="submit" className="btn btn--line" aria-disabled={test.isPending}>
            <Icon icon={Send} />
            {test.isPending ? "Đang gửi..." : "Gửi thử"}
          </button>
        </div>
      </form>
      <div className="page-form__notice" aria-live="polite">
        {outcome && <Outcome outcome={outcome} />}
      </div>
    </FormProvider>
  );
}

function Outcome({ outcome: { success, message, details } }: { outcome: TestOutcome }) {
  return (
    <Banner kind={success ? "success" : "danger"}>
      <div className="test-result">
        <p>
          <b>{message}</b>
        </p>
        {details !== null && <p className="test-result__details">{details}</p>}
      </div>
    </Banner>
  );
}
