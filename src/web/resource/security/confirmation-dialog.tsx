import { ConfirmationBody } from "#contract/back-office-account.ts";
import type { ConfirmationDialogProps } from "../data/confirmation.tsx";
import { useRead } from "../data/queries.ts";
import { SecretField } from "../form/fields.tsx";
import { ResourceForm } from "../form/resource-form.tsx";
import { CodeField } from "./code-field.tsx";

/** Asks for the password, and for the code of an account with a second factor, before a sensitive change. */
export function ConfirmationDialog({ confirm, onClose }: ConfirmationDialogProps) {
  const factor = useRead("GET /api/account/second-factor", {});
  // While it is not known, the field is there: a code that is not needed is ignored.
  const hasFactor = factor.isError || factor.data?.data.is_enabled === true;
  if (factor.isPending) return null;
  return (
    <ResourceForm
      title="Xác nhận lại là bạn"
      action="Xác nhận"
      schema={ConfirmationBody}
      values={{ password: "", code: "" }}
      needs={{ password: "mật khẩu hiện tại" }}
      fallback="Chưa xác nhận được"
      submit={confirm}
      onClose={onClose}
    >
      <p>
        Đây là thay đổi quan trọng nên cần chắc rằng chính bạn đang làm. Mọi quản trị viên sẽ nhận được thư báo. Trong 5
        phút tới bạn không phải nhập lại.
      </p>
      <SecretField name="password" label="Mật khẩu hiện tại" required />
      {hasFactor && <CodeField label="Mã xác thực hoặc mã khôi phục" required={!factor.isError} />}
    </ResourceForm>
  );
}
