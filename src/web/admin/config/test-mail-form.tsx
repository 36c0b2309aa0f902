import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { TestMailBody } from "#contract/notifications.ts";
import { useChange } from "../../resource/data/queries.ts";
import { TextField } from "../../resource/form/fields.tsx";
import styles from "./config.module.css";
import { SendButton, TestMessageForm, testErrors } from "./test-message.tsx";

/** Milliseconds: the server waits for the mail server's answer. */
const timeout = 20_000;

/** Sends an e-mail to try out the mail server. */
export function TestMailForm() {
  const form = useForm({ resolver: zodResolver(TestMailBody), defaultValues: { email: "" } });
  const test = useChange("POST /api/admin/config/notifications/test-email", { refreshes: [], timeout, ...testErrors });
  return (
    <TestMessageForm id="gui-thu" form={form} test={test}>
      <div className={styles.messageLine}>
        <TextField name="email" label="Gửi email thử đến" type="email" maxLength={254} required />
        <SendButton isPending={test.isPending}>Gửi thử</SendButton>
      </div>
    </TestMessageForm>
  );
}
