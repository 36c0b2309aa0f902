import { zodResolver } from "@hookform/resolvers/zod";
import { Send } from "lucide";
import { FormProvider, useForm } from "react-hook-form";
import { eventLabels } from "#contract/delivery-names.ts";
import { type ZaloConfig, ZaloTestBody, zaloEvents } from "#contract/zalo.ts";
import { useChange } from "../../resource/data/queries.ts";
import { SelectField, TextField } from "../../resource/form/fields.tsx";
import pageFormStyles from "../../resource/form/page-form.module.css";
import { Icon } from "../../ui/icon.tsx";
import styles from "./config.module.css";
import { TestOutcome } from "./test-outcome.tsx";
import { useTestMessage } from "./use-test-message.ts";

/** Sends one real message by the saved settings. It saves nothing, so leaving the page asks nothing. */
export function ZaloTestForm({ zalo }: { zalo: ZaloConfig }) {
  const events = zaloEvents.filter((event) => zalo.templates[event]?.template_id);
  const [first] = events;
  return first === undefined ? (
    <section className={`form card ${pageFormStyles.pageForm} ${styles.message}`} aria-labelledby="zalo-gui-thu">
      <h2 id="zalo-gui-thu">Gửi thử</h2>
      <p className="hint">Lưu ID mẫu của ít nhất một thông báo rồi gửi thử.</p>
    </section>
  ) : (
    // Another choice of events starts anew.
    <Fields key={events.join()} events={[first, ...events.slice(1)]} />
  );
}

type Event = (typeof zaloEvents)[number];

function Fields({ events }: { events: [Event, ...Event[]] }) {
  const form = useForm({ resolver: zodResolver(ZaloTestBody), defaultValues: { phone: "", event: events[0] } });
  const test = useChange("POST /api/admin/config/zalo/test", {
    refreshes: ["/api/admin/config/zalo"],
    fallback: "Có lỗi xảy ra khi gửi thử",
    unreachable: "Có lỗi xảy ra khi kết nối đến server",
  });
  const { outcome, submit } = useTestMessage(form, test);
  return (
    <FormProvider {...form}>
      <form
        className={`form card ${pageFormStyles.pageForm} ${styles.message}`}
        noValidate
        aria-labelledby="zalo-gui-thu"
        onSubmit={submit}
      >
        <h2 id="zalo-gui-thu">Gửi thử</h2>
        <p className="hint">Gửi một tin thật, có tính phí, theo cấu hình đã lưu.</p>
        <div className={styles.formPair}>
          <TextField name="phone" label="Số nhận tin thử" type="tel" maxLength={30} required />
          <SelectField
            name="event"
            label="Thông báo"
            options={events.map((event) => ({ value: event, label: eventLabels[event] }))}
          />
        </div>
        <div className={pageFormStyles.foot}>
          <button type="submit" className="btn btn--line" aria-disabled={test.isPending}>
            <Icon icon={Send} />
            {test.isPending ? "Đang gửi..." : "Gửi tin thử"}
          </button>
        </div>
      </form>
      <TestOutcome outcome={outcome} />
    </FormProvider>
  );
}
