import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { eventLabels } from "#contract/delivery-names.ts";
import { type ZaloConfig, ZaloTestBody, zaloEvents } from "#contract/zalo.ts";
import { useChange } from "../../resource/data/queries.ts";
import { SelectField, TextField } from "../../resource/form/fields.tsx";
import pageFormStyles from "../../resource/form/page-form.module.css";
import styles from "./config.module.css";
import { SendButton, TestMessageForm, testErrors, testFormClass } from "./test-message.tsx";

/** Sends one real message by the saved settings. */
export function ZaloTestForm({ zalo }: { zalo: ZaloConfig }) {
  const events = zaloEvents.filter((event) => zalo.templates[event]?.template_id);
  const [first] = events;
  return first === undefined ? (
    <section className={testFormClass} aria-labelledby="zalo-gui-thu">
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
  const refreshes = ["/api/admin/config/zalo"];
  const test = useChange("POST /api/admin/config/zalo/test", { refreshes, ...testErrors });
  return (
    <TestMessageForm id="zalo-gui-thu" form={form} test={test}>
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
        <SendButton isPending={test.isPending}>Gửi tin thử</SendButton>
      </div>
    </TestMessageForm>
  );
}
