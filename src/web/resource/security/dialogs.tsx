/** The dialogs of the second factor. */
import { useState } from "react";
import { EnableBody, PasswordAndCode, type SecondFactorSetup, SetupBody } from "#contract/second-factor.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { useAreaToast } from "../controls/toast.tsx";
import { useSend } from "../data/queries.ts";
import { SecretField } from "../form/fields.tsx";
import { ResourceForm } from "../form/resource-form.tsx";
import { CodeField } from "./code-field.tsx";
import { KeepCodes } from "./keep-codes.tsx";
import styles from "./security.module.css";

interface DialogProps {
  onClose: () => void;
}

const refreshes = ["/api/account/second-factor"];
const unreachable = "Không kết nối được với máy chủ. Bạn thử lại nhé.";

/** Enables the factor in three steps: the password, the app with a first code, the recovery codes. */
export function EnableDialog({ onClose }: DialogProps) {
  const send = useSend([]);
  const confirm = useSend(refreshes);
  const [setup, setSetup] = useState<SecondFactorSetup>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <KeepCodes codes={codes} onClose={onClose} />;
  if (!setup) {
    return (
      <ResourceForm
        key="password"
        title="Bật xác thực hai bước"
        action="Tiếp tục"
        schema={SetupBody}
        values={{ password: "" }}
        fallback="Không bắt đầu được"
        submit={async (body) => {
          setSetup((await send("POST /api/account/second-factor/setup", { body }, { unreachable })).data);
          return false;
        }}
        onClose={onClose}
      >
        <p>Trước tiên, hãy cho biết mật khẩu để chắc rằng đây là bạn.</p>
        <SecretField name="password" label="Mật khẩu hiện tại" required />
      </ResourceForm>
    );
  }
  return (
    <ResourceForm
      key="code"
      title="Thêm vào ứng dụng xác thực"
      action="Bật"
      isReadFirst
      schema={EnableBody}
      values={{ code: "" }}
      fallback="Không bật được xác thực hai bước"
      submit={async (body) => {
        const { data } = await confirm("POST /api/account/second-factor/enable", { body }, { unreachable });
        setCodes(data.recovery_codes);
        return false;
      }}
      onClose={onClose}
    >
      <ol className={styles.steps}>
        <li>
          Mở ứng dụng xác thực (Google Authenticator, Microsoft Authenticator, Aegis…), chọn thêm tài khoản và quét mã
          này.
          <img className={styles.qr} src={setup.qr} alt="Mã QR để thêm tài khoản vào ứng dụng xác thực" />
        </li>
        <li>
          Không quét được? Nhập khóa này vào ứng dụng:
          <span className={styles.secret}>
            <code>{(setup.secret.match(/.{1,4}/g) ?? []).join(" ")}</code>
            <CopyButton what="khóa" text={setup.secret} />
          </span>
        </li>
        <li>Nhập sáu chữ số mà ứng dụng đang hiện.</li>
      </ol>
      <CodeField label="Mã xác thực" />
      <p className="muted">Khi bật, các phiên đăng nhập khác của tài khoản này sẽ kết thúc.</p>
    </ResourceForm>
  );
}

/** Makes new recovery codes. */
export function RecoveryCodesDialog({ onClose }: DialogProps) {
  const send = useSend(refreshes);
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <KeepCodes codes={codes} onClose={onClose} />;
  return (
    <ResourceForm
      title="Tạo mã khôi phục mới"
      action="Tạo mã mới"
      schema={PasswordAndCode}
      values={{ password: "", code: "" }}
      fallback="Không tạo được mã khôi phục"
      submit={async (body) => {
        const { data } = await send("POST /api/account/second-factor/recovery-codes", { body }, { unreachable });
        setCodes(data.recovery_codes);
        return false;
      }}
      onClose={onClose}
    >
      <p>Các mã khôi phục cũ không dùng được nữa.</p>
      <PasswordAndCodeFields />
    </ResourceForm>
  );
}

/** Disables the factor. */
export function DisableDialog({ onClose }: DialogProps) {
  const send = useSend(refreshes);
  const toast = useAreaToast();
  return (
    <ResourceForm
      title="Tắt xác thực hai bước"
      action="Tắt"
      schema={PasswordAndCode}
      values={{ password: "", code: "" }}
      fallback="Không tắt được xác thực hai bước"
      submit={async (body) => {
        await send("POST /api/account/second-factor/disable", { body }, { unreachable });
        toast("Đã tắt xác thực hai bước");
      }}
      onClose={onClose}
    >
      <p>Từ lần sau, đăng nhập chỉ cần mật khẩu. Các phiên đăng nhập khác của tài khoản này sẽ kết thúc.</p>
      <PasswordAndCodeFields />
    </ResourceForm>
  );
}

function PasswordAndCodeFields() {
  return (
    <>
      <SecretField name="password" label="Mật khẩu hiện tại" required />
      <CodeField label="Mã xác thực hoặc mã khôi phục" />
    </>
  );
}
