import { ChevronDown } from "lucide";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { z } from "zod";
import { eventLabels } from "#contract/delivery-names.ts";
import {
  maskedSecret,
  type ZaloConfig,
  ZaloConfigBody,
  type ZaloEvent,
  type ZaloSecret,
  type ZaloValue,
  zaloEvents,
  zaloEventValues,
  zaloWebhookPath,
} from "#contract/zalo.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { useChange } from "../../resource/data/queries.ts";
import { SecretField, SwitchField, TextField } from "../../resource/form/fields.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import { Icon } from "../../ui/icon.tsx";
import configStyles from "./config.module.css";
import { missingToken } from "./token.ts";
import styles from "./zalo-form.module.css";
import { ZaloTestForm } from "./zalo-test-form.tsx";

type Fields = z.input<typeof ZaloConfigBody>;

const unreachable = "Có lỗi xảy ra khi kết nối đến server";
const address = "/api/admin/config/zalo";

const valueNames: Record<ZaloValue, string> = {
  recipient_name: "Tên người nhận",
  code: "Mã đơn hoặc mã yêu cầu",
  amount: "Số tiền",
  due_at: "Giờ và ngày hẹn",
  expires_at: "Giờ và ngày hết hạn",
  link: "Phần sau tên miền của đường dẫn",
  transfer_note: "Nội dung chuyển khoản",
  package_name: "Tên gói Premium",
  idea: "Ý tưởng bài hát",
  words: "Lời khách dặn",
  version: "Số của bản thu",
  customer_name: "Tên khách",
  from: "Người giao việc",
};

/** The settings of the Zalo channel, with its state and a test. */
export function ZaloForm({ zalo }: { zalo: ZaloConfig }) {
  const save = useChange("PUT /api/admin/config/zalo", {
    refreshes: [address],
    fallback: "Có lỗi xảy ra khi cập nhật cấu hình Zalo",
    unreachable,
  });
  const hintOf = (name: ZaloSecret) =>
    zalo[name] === maskedSecret ? "Đã lưu và không hiện ra; để nguyên thì giữ lại." : undefined;
  return (
    <>
      <ZaloStatus status={zalo.status} />
      <PageForm
        name="zalo"
        schema={ZaloConfigBody}
        values={fieldsOf(zalo)}
        version={zalo.version}
        valuesOf={(record) => fieldsOf(record as ZaloConfig)}
        validate={missingToken}
        // An empty field means something, so all are sent.
        submit={async (body, { version }) => {
          const { data } = await save.mutateAsync({ body: { ...body, version } });
          return { saved: fieldsOf(data), version: data.version };
        }}
        success="Cấu hình Zalo đã được cập nhật thành công!"
        action="Lưu cấu hình Zalo"
      >
        <SwitchField
          name="is_on"
          label="Gửi thông báo qua Zalo"
          hint="Email thay cho Zalo ở những nơi Zalo không gửi được."
        />
        <div className={configStyles.formPair}>
          <TextField name="app_id" label="ID ứng dụng" inputMode="numeric" />
          <SecretField name="secret_key" label="Khóa bí mật của ứng dụng" hint={hintOf("secret_key")} />
          <TextField name="oa_id" label="ID Official Account" inputMode="numeric" />
          <SecretField
            name="oa_secret_key"
            label="Khóa bí mật của OA (không bắt buộc)"
            hint={hintOf("oa_secret_key") ?? "Để kiểm tra chữ ký khi Zalo báo tin đã đến."}
          />
          <SecretField
            name="access_token"
            label="Access Token (không bắt buộc)"
            hint={hintOf("access_token") ?? "Để trống thì hệ thống tự lấy bằng Refresh Token."}
          />
          <SecretField
            name="refresh_token"
            label="Refresh Token"
            hint={hintOf("refresh_token") ?? "Mỗi mã chỉ dùng được một lần; sau đó hệ thống tự đổi mã mới."}
          />
        </div>
        <p className="hint">
          Địa chỉ webhook để khai báo ở trang của ứng dụng Zalo:{" "}
          <code className={styles.zaloWebhook}>{`${window.location.origin}${zaloWebhookPath}`}</code>
        </p>
        <fieldset className={configStyles.zaloTemplates}>
          <legend>Mẫu tin của từng thông báo</legend>
          <p className="hint">Thông báo không có ID mẫu đi bằng email. Ghi tên tham số của mẫu cạnh giá trị nó nhận.</p>
          {zaloEvents.map((event) => (
            <TemplateFields
              key={event}
              event={event}
              isWrong={zalo.status.wrong.some((each) => each.event === event)}
            />
          ))}
        </fieldset>
      </PageForm>
      <ZaloTestForm zalo={zalo} />
    </>
  );
}

function TemplateFields({ event, isWrong }: { event: ZaloEvent; isWrong: boolean }) {
  const { getFieldState, formState } = useFormContext<Fields>();
  const template = `templates.${event}` as const;
  const id = useWatch<Fields>({ name: `${template}.template_id` }) as string;
  const [isOpen, setIsOpen] = useState(isWrong);
  const hasError = getFieldState(template, formState).error !== undefined;
  return (
    <details className="fold" open={isOpen || hasError} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <span>
          <span>{eventLabels[event]}</span>
          <span className="hint">{isWrong ? " · mẫu bị từ chối" : id ? ` · mẫu ${id}` : " · chưa có mẫu"}</span>
        </span>
        <Icon icon={ChevronDown} />
      </summary>
      <div className={configStyles.formPair}>
        <TextField name={`${template}.template_id`} label="ID mẫu" />
        {zaloEventValues[event].map((value) => (
          <TextField
            key={value}
            name={`${template}.params.${value}`}
            label={valueNames[value]}
            placeholder="Tên tham số"
          />
        ))}
      </div>
    </details>
  );
}

function fieldsOf({ status: _status, version: _version, ...fields }: ZaloConfig): Fields {
  return fields;
}

function ZaloStatus({ status }: { status: ZaloConfig["status"] }) {
  const { state, problem, stopped_at, token_expires_at, wrong } = status;
  const wrongLines = wrong.map(({ event, reason, at }) => (
    <p key={event}>
      {eventLabels[event]}: {reason}, lúc {shortDateTime(at)}. Thông báo này đi bằng email cho đến khi lưu lại.
    </p>
  ));
  if (state === "stopped" || state === "unreadable") {
    return (
      <Banner kind="danger">
        <div>
          {stopped_at && <p>Zalo đã dừng lúc {shortDateTime(stopped_at)}; email đang gửi thay.</p>}
          <p>{problem}</p>
          {stopped_at && <p>Sửa xong rồi lưu lại thì Zalo chạy tiếp.</p>}
        </div>
      </Banner>
    );
  }
  if (state === "incomplete" || wrong.length > 0) {
    return (
      <Banner kind="warning">
        <div>
          {problem && <p>Chưa gửi được qua Zalo. {problem}</p>}
          {wrongLines}
        </div>
      </Banner>
    );
  }
  return (
    <Banner kind="info">
      <div>
        <p>{state === "ready" ? "Zalo sẵn sàng gửi." : "Zalo đang tắt: thông báo đi bằng email."}</p>
        {state === "ready" && token_expires_at && (
          <p>Access Token có hạn đến {shortDateTime(token_expires_at)} và được tự đổi trước đó.</p>
        )}
      </div>
    </Banner>
  );
}
