import { zodResolver } from "@hookform/resolvers/zod";
import { Send } from "lucide";
import { FormProvider, useForm } from "react-hook-form";
import { TestMailBody } from "#contract/notifications.ts";
import { useChange } from "../../resource/data/queries.ts";
import { TextField } from "../../resource/form/fields.tsx";
import pageFormStyles from "../../resource/form/page-form.module.css";
import { Icon } from "../../ui/icon.tsx";
import styles from "./config.module.css";
import { TestOutcome } from "./test-outcome.tsx";
import { useTestMessage } from "./use-test-message.ts";

/** Milliseconds: the server waits for the mail server's answer. */
const timeout = 20_000;

/** Sends an e-mail to try out the mail server. It saves nothing, so leaving the page asks nothing. */
export function TestMailForm() {
  const form = useForm({ resolver: zodResolver(TestMailBody), defaultValues: { email: "" } });
  const test = useChange("POST /api/admin/config/notifications/test-email", {
    refreshes: [],
    fallback: "Có lỗi xảy ra khi gửi thử",
    unreachable: "Có lỗi xảy ra khi kết nối đến server",
    timeout,
  });
  const { outcome, submit } = useTestMessage(form, test);
  return (
    <FormProvider {...form}>
      <form
        className={`form card ${pageFormStyles.pageForm} ${styles.message}`}
        noValidate
        aria-labelledby="gui-thu"
        onSubmit={submit}
      >
        <h2 id="gui-thu">Gửi thử</h2>
        <div className={styles.messageLine}>
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
