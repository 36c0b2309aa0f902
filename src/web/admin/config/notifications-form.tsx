import { channelLabels, eventLabels } from "#contract/delivery-names.ts";
import {
  channels,
  hasZalo,
  type NotificationSettings,
  NotificationSettingsBody,
  type SwitchableEvent,
} from "#contract/notifications.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { useChange } from "../../resource/data/queries.ts";
import { CellSwitchField, FieldGroup, SwitchField } from "../../resource/form/fields.tsx";
import { ListField } from "../../resource/form/list-field.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import { Link } from "../../ui/link.tsx";
import { eventGroups } from "../deliveries/delivery-labels.ts";
import styles from "./notifications-form.module.css";
import { TestMailForm } from "./test-mail-form.tsx";
import { missingToken } from "./token.ts";

interface NotificationsFormProps {
  settings: NotificationSettings;
  /** True when the Zalo channel is switched off, so that its column has no effect. */
  isZaloOff: boolean;
}

/** Which messages go where, and a message to test the mail server. */
export function NotificationsForm({ settings, isZaloOff }: NotificationsFormProps) {
  const save = useChange("PUT /api/admin/config/notifications", {
    refreshes: ["/api/admin/config/notifications", "/api/admin/dashboard"],
    fallback: "Có lỗi xảy ra khi lưu cài đặt thông báo",
    unreachable: "Có lỗi xảy ra khi kết nối đến server",
  });
  return (
    <>
      <Sender sender={settings.sender} />
      <PageForm
        name="notifications"
        schema={NotificationSettingsBody}
        values={fieldsOf(settings)}
        version={settings.version}
        valuesOf={(record) => fieldsOf(record as NotificationSettings)}
        validate={missingToken}
        submit={async (_, body) => {
          const { data } = await save.mutateAsync({ body });
          return { saved: fieldsOf(data), version: data.version };
        }}
        success="Đã lưu cài đặt thông báo"
        action="Lưu cài đặt thông báo"
      >
        <EventsField isZaloOff={isZaloOff} />
        <SwitchField
          name="quiet_hours"
          label="Giờ yên lặng"
          hint="Từ 22 giờ đến 7 giờ, thông báo không gấp đợi đến 7 giờ sáng mới gửi."
        />
        <ListField
          name="admin_emails"
          label="Email nhận thông báo của quản trị viên"
          hint="Để trống thì gửi đến email của mọi quản trị viên."
          addLabel="Thêm email nhận"
          placeholder="Ví dụ: donhang@ngannga.vn"
          maxLength={254}
        />
      </PageForm>
      {settings.sender !== null && <TestMailForm />}
    </>
  );
}

function fieldsOf({ events, quiet_hours, admin_emails }: NotificationSettings): NotificationSettingsBody {
  return { events, quiet_hours, admin_emails };
}

/** From which address e-mails come, or what happens without a mail server. */
function Sender({ sender }: Pick<NotificationSettings, "sender">) {
  if (sender !== null) {
    return (
      <Banner kind="info">
        <p>
          Email gửi từ <b>{sender}</b>.
        </p>
      </Banner>
    );
  }
  return (
    <Banner kind="warning">
      <p>
        Chưa có máy chủ thư: email không được gửi mà giữ lại trong nhật ký gửi. Đặt biến SMTP_URL cho máy chủ để gửi đi.
      </p>
      <Link to="/admin/deliveries?state=kept">Xem nhật ký gửi</Link>
    </Banner>
  );
}

/** A switch for each event and each channel that can tell of it. */
function EventsField({ isZaloOff }: { isZaloOff: boolean }) {
  return (
    <FieldGroup
      name="events"
      label="Thông báo được gửi"
      hint="Bật cả hai thì gửi qua Zalo trước, Zalo không gửi được mới gửi email. Tắt cả hai thì không gửi. Zalo chỉ gửi khi đã bật ở phần Zalo; quản trị viên chỉ nhận email."
    >
      <table className={isZaloOff ? `${styles.eventTable} ${styles.zaloOff}` : styles.eventTable}>
        <thead>
          <tr>
            <th scope="col">Sự kiện</th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {channelLabels[channel]}
                {channel === "zalo" && isZaloOff && <span className={styles.off}> chưa bật</span>}
              </th>
            ))}
          </tr>
        </thead>
        {eventGroups.map(({ label, events }) => (
          <tbody key={label}>
            <tr>
              <th scope="rowgroup" colSpan={1 + channels.length}>
                {label}
              </th>
            </tr>
            {events.map((event) => (
              <EventRow key={event} event={event} />
            ))}
          </tbody>
        ))}
      </table>
    </FieldGroup>
  );
}

function EventRow({ event }: { event: SwitchableEvent }) {
  return (
    <tr>
      <th scope="row">{eventLabels[event]}</th>
      <td>
        <CellSwitchField label={`${eventLabels[event]}: ${channelLabels.email}`} name={`events.${event}.email`} />
      </td>
      <td>
        {hasZalo(event) ? (
          <CellSwitchField label={`${eventLabels[event]}: ${channelLabels.zalo}`} name={`events.${event}.zalo`} />
        ) : (
          <>
            <span className="muted" aria-hidden="true">
              –
            </span>
            <span className="sr">Không có</span>
          </>
        )}
      </td>
    </tr>
  );
}
