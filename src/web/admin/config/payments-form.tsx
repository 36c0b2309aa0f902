import { ChevronDown } from "lucide";
import { type ReactNode, useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import type { z } from "zod";
import {
  maskedSecret,
  type PaymentConfig,
  PaymentConfigBody,
  type PaymentProviderStatus,
  paymentWebhookPath,
} from "#contract/payment-config.ts";
import { type PaymentProvider, paymentProviders } from "#contract/payments.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { groupedNumber } from "../../lib/format.ts";
import { Badge, type StateLook } from "../../resource/controls/badge.tsx";
import { CopyButton } from "../../resource/controls/copy-button.tsx";
import { useChange } from "../../resource/data/queries.ts";
import { SecretField, SelectField, SwitchField, TextField } from "../../resource/form/fields.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import { optionsOf } from "../../resource/states.tsx";
import { Icon } from "../../ui/icon.tsx";
import { originLabels } from "../payments/transfer-states.tsx";
import configStyles from "./config.module.css";
import styles from "./payments-form.module.css";
import { missingToken } from "./token.ts";

type Fields = z.input<typeof PaymentConfigBody>;

const address = "/api/admin/config/payments";
const maxTolerance = 100_000;

/** The services that tell of transfers: their secrets, where they call, and how they fare. */
export function PaymentsForm({ config }: { config: PaymentConfig }) {
  const save = useChange("PUT /api/admin/config/payments", {
    refreshes: [address, "/api/admin/payments/providers", "/api/admin/dashboard"],
    fallback: "Có lỗi xảy ra khi cập nhật cấu hình báo tiền về",
    unreachable: "Có lỗi xảy ra khi kết nối đến server",
  });
  const statusOf = (provider: PaymentProvider) => config.providers.find((each) => each.provider === provider);
  const [chosen, setChosen] = useState(() => paymentProviders.find((one) => (statusOf(one)?.state ?? "off") !== "off"));
  return (
    <PageForm
      name="payments"
      schema={PaymentConfigBody}
      values={fieldsOf(config)}
      version={config.version}
      valuesOf={(record) => fieldsOf(record as PaymentConfig)}
      validate={missingToken}
      // An empty secret removes the stored one, so all fields are sent.
      submit={async (body, { version }) => {
        const { data } = await save.mutateAsync({ body: { ...body, version } });
        return { saved: fieldsOf(data), version: data.version };
      }}
      success="Cấu hình báo tiền về đã được cập nhật thành công!"
      action="Lưu cấu hình báo tiền về"
    >
      <p>
        Ngân hàng báo tiền về qua một trong các dịch vụ dưới đây; tiền đúng mã và đủ số thì đơn tự thanh toán. Dịch vụ
        không có khóa là không dùng.
      </p>
      <div className={styles.choices} role="group" aria-label="Dịch vụ báo tiền về">
        {paymentProviders.map((provider) => (
          <Choice
            key={provider}
            provider={provider}
            state={statusOf(provider)?.state ?? "off"}
            isChosen={provider === chosen}
            onChoose={() => setChosen(provider)}
          />
        ))}
      </div>
      {webhookServices.map(({ provider, steps, method, options, token }) => (
        <Provider key={provider} isChosen={chosen === provider} status={statusOf(provider)} {...{ provider, steps }}>
          <SelectField name={`${provider}.method`} label={method} options={optionsOf(options)} />
          <SecretField
            name={`${provider}.secret`}
            label={`Khóa của webhook ${originLabels[provider]}`}
            hint={hintOf(config[provider].secret)}
          />
          <SecretField
            name={`${provider}.api_token`}
            label={`${token} (không bắt buộc)`}
            hint={hintOf(config[provider].api_token) ?? askHint}
          />
        </Provider>
      ))}
      <Provider isChosen={chosen === "payos"} provider="payos" status={statusOf("payos")} steps={payosSteps}>
        <TextField name="payos.client_id" label="Client ID" autoComplete="off" />
        <SecretField name="payos.api_key" label="API Key payOS" hint={hintOf(config.payos.api_key)} />
        <SecretField name="payos.checksum_key" label="Checksum Key payOS" hint={hintOf(config.payos.checksum_key)} />
        <LinksSwitch />
      </Provider>
      <Rest>
        <NumberField
          name="tolerance"
          label="Số tiền được phép thiếu"
          min={0}
          max={maxTolerance}
          suffix="đ"
          hint="Đơn thiếu không quá số này vẫn tính là đủ. 0 là phải đủ."
        />
        <SwitchField
          name="has_app_links"
          label="Nút mở ứng dụng ngân hàng trên điện thoại"
          hint="Khách bấm thì trang vietqr.io biết số tiền và nội dung chuyển khoản."
        />
      </Rest>
    </PageForm>
  );
}

/** The services that call with a key of their own, and may be asked for what was missed. */
const webhookServices = [
  {
    provider: "sepay",
    steps: [
      "Ở my.sepay.vn, thêm Webhook đến địa chỉ trên, kiểu dữ liệu JSON, cùng cách xác thực và khóa như ở đây.",
      "Đừng lọc “chỉ khi có mã thanh toán” hay theo tài khoản ảo; bật tự động gửi lại.",
      "Ở Cấu trúc mã thanh toán, thêm tiền tố HM và HR, mỗi mã tiếp theo 8 chữ và số.",
    ],
    method: "Cách xác thực",
    options: { hmac: "Chữ ký HMAC-SHA256", apikey: "API Key" },
    token: "API Token SePay",
  },
  {
    provider: "casso",
    steps: [
      "Ở trang quản lý của Casso, thêm Webhook V2 đến địa chỉ trên rồi chép khóa bảo mật của nó vào đây.",
      "Webhook loại cũ gửi khóa ở secure-token: chọn đúng loại, hệ thống không tự đoán.",
    ],
    method: "Loại webhook",
    options: { signature: "Webhook V2 (X-Casso-Signature)", secure_token: "Loại cũ (secure-token)" },
    token: "API Key Casso",
  },
] as const;

const payosSteps = [
  "Ở my.payos.vn, mở kênh thanh toán, chép ba khóa vào đây và lưu trước.",
  "Sau đó khai địa chỉ trên làm webhook: payOS gọi thử ngay, nên phải có khóa rồi.",
  "payOS chỉ báo tiền của những đường dẫn do payOS tạo, nên mỗi đơn mới cần một đường dẫn.",
];

const askHint = "Để hỏi lại những giao dịch bị sót, 15 phút một lần.";

function hintOf(secret: string): string | undefined {
  return secret === maskedSecret ? "Đã lưu và không hiện ra; để nguyên thì giữ lại, xóa trống thì bỏ." : undefined;
}

/** Fields that are seldom changed, folded; open while one has an error. */
function Rest({ children }: { children: ReactNode }) {
  const { errors } = useFormState<Fields>();
  const [isOpen, setIsOpen] = useState(false);
  const hasError = errors.tolerance !== undefined;
  return (
    <details
      className={`fold ${styles.rest}`}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        Khi khách chuyển khoản
        <Icon icon={ChevronDown} />
      </summary>
      <div className={configStyles.formPair}>{children}</div>
    </details>
  );
}

interface ChoiceProps {
  provider: PaymentProvider;
  state: PaymentProviderStatus["state"];
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ provider, state, isChosen, onChoose }: ChoiceProps) {
  const { label, kind } = states[state];
  return (
    <button type="button" className={styles.choice} aria-pressed={isChosen} onClick={onChoose}>
      {originLabels[provider]}
      <Badge kind={kind} hasDot={kind !== undefined}>
        {label}
      </Badge>
    </button>
  );
}

interface ProviderProps {
  /** Fields of a service that is not chosen are shown only while one of them has an error. */
  isChosen: boolean;
  provider: PaymentProvider;
  status: PaymentProviderStatus | undefined;
  /** What to set up at the service. */
  steps: readonly string[];
  children: ReactNode;
}

function Provider({ isChosen, provider, status, steps, children }: ProviderProps) {
  const { errors } = useFormState<Fields>();
  if (!isChosen && errors[provider] === undefined) return null;
  const name = originLabels[provider];
  const webhook = `${window.location.origin}${paymentWebhookPath(provider)}`;
  return (
    <fieldset className={styles.provider}>
      <legend>{name}</legend>
      {status && status.state !== "off" && <Status status={status} />}
      <p className={styles.webhook}>
        <span>Địa chỉ webhook:</span> <code>{webhook}</code>
        <CopyButton what={`địa chỉ webhook ${name}`} text={webhook} />
      </p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={configStyles.formPair}>{children}</div>
    </fieldset>
  );
}

const states: Record<PaymentProviderStatus["state"], StateLook> = {
  off: { label: "Chưa dùng" },
  ready: { label: "Sẵn sàng", kind: "success" },
  unreadable: { label: "Không đọc được khóa", kind: "danger" },
};

function Status({ status }: { status: PaymentProviderStatus }) {
  const { state, received_at, wrong_signatures, wrong_at, wrong_bytes, polled_at, poll_error, can_poll } = status;
  const { unreadable_calls, unreadable_at } = status;
  return (
    <div className={styles.status}>
      <ul>
        {state === "unreadable" && <li>Khóa được lưu dưới SECRET_KEY khác: nhập lại khóa rồi lưu.</li>}
        <li>{received_at ? `Báo tiền gần nhất lúc ${shortDateTime(received_at)}.` : "Chưa báo giao dịch nào."}</li>
        {status.is_silent && <li className={styles.problem}>Im lặng hơn một giờ dù có đơn hàng mới.</li>}
        {wrong_signatures > 0 && wrong_at && (
          <li className={styles.problem}>
            {groupedNumber(wrong_signatures)} lời gọi sai chữ ký, gần nhất lúc {shortDateTime(wrong_at)}
            {wrong_bytes !== null && `, dài ${groupedNumber(wrong_bytes)} byte`}.
          </li>
        )}
        {unreadable_calls > 0 && unreadable_at && (
          <li className={styles.problem}>
            {groupedNumber(unreadable_calls)} lời gọi đúng chữ ký mà không đọc được, gần nhất lúc{" "}
            {shortDateTime(unreadable_at)}.
          </li>
        )}
        {can_poll && (
          <li className={poll_error === null ? undefined : styles.problem}>
            {polled_at ? `Hỏi giao dịch sót lúc ${shortDateTime(polled_at)}` : "Chưa hỏi giao dịch sót lần nào"}
            {poll_error === null ? "." : `: ${poll_error}`}
          </li>
        )}
      </ul>
    </div>
  );
}

/** Nothing comes through payOS without its links. */
function LinksSwitch() {
  const key = useWatch<Fields>({ name: "payos.checksum_key" }) as string;
  const makesLinks = useWatch<Fields>({ name: "payos.makes_links" }) as boolean;
  const isUseless = key !== "" && !makesLinks;
  return (
    <SwitchField
      name="payos.makes_links"
      label="Tạo đường dẫn payOS cho mỗi đơn mới"
      hint={
        isUseless
          ? "Đang tắt: payOS chỉ còn báo tiền của những đường dẫn đã tạo."
          : "Không tạo được trong 7 giây thì đơn dùng mã QR của trang."
      }
    />
  );
}

function fieldsOf({ providers: _providers, version: _version, ...fields }: PaymentConfig): Fields {
  return fields;
}
