import { zodResolver } from "@hookform/resolvers/zod";
import { Send } from "lucide";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { type TestOutcome as Outcome, TestMailBody } from "#contract/notifications.ts";
import { errorMessage, useChange } from "../../resource/data/queries.ts";
import { setFieldErrors } from "../../resource/form/field-errors.ts";
import { TextField } from "../../resource/form/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { TestOutcome } from "./test-outcome.tsx";

/** Milliseconds: the server waits for the mail server's answer. */
const timeout = 20_000;

/** Sends an e-mail to try out the mail server. It saves nothing, so leaving the page asks nothing. */
export function TestMailForm() {
  const form = useForm({ resolver: zodResolver(TestMailBody), defaultValues: { email: "" } });
  const [outcome, setOutcome] = useState<Outcome>();
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
        className="form card page-form test-message"
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
        <div className="test-message__line">
          <TextField name="email" label="Gửi email thử đến" type="email" maxLength={254} required />
          <button type="submit" className="btn btn--line" aria-disabled={test.isPending}>
            <Icon icon={Send} />
            {test.isPending ? "Đang gửi..." : "Gửi thử"}
          </button>
        </div>
      </form>
      <TestOutcome outcome={outcome} />
    </FormProvider>
  );
}
