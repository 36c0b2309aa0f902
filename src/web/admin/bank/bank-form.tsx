import { useWatch } from "react-hook-form";
import type { z } from "zod";
import { type BankConfig, BankConfigBody } from "#contract/bank.ts";
import { flagWords } from "#contract/flag-words.ts";
import { useChange } from "../../resource/data/queries.ts";
import { SwitchField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { ImageField } from "../../resource/form/image-field.tsx";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { hasChanges } from "../../resource/form/use-resource-form.ts";
import { bankRefreshes, unreachable } from "./bank-calls.ts";
import { BankNameField } from "./bank-name-field.tsx";
import { validateQrImage } from "./qr-image.ts";
import { QrPicture } from "./qr-picture.tsx";

type Fields = z.input<typeof BankConfigBody>;

interface BankFormProps {
  /** Undefined for a new account. */
  account: BankConfig | undefined;
  onClose: () => void;
}

export function BankForm({ account, onClose }: BankFormProps) {
  const create = useChange("POST /api/bank-config", {
    refreshes: bankRefreshes,
    successMessage: "Đã thêm tài khoản ngân hàng",
    fallback: "Có lỗi xảy ra khi tạo tài khoản ngân hàng",
    unreachable,
  });
  const change = useChange("PUT /api/bank-config/{id}", {
    refreshes: bankRefreshes,
    successMessage: "Đã lưu tài khoản ngân hàng",
    fallback: "Có lỗi xảy ra khi cập nhật tài khoản ngân hàng",
    unreachable,
  });
  return (
    <ResourceForm
      name={account ? String(account.id) : "new"}
      title={account ? `Sửa tài khoản ngân hàng: ${account.bank_name}` : "Thêm tài khoản ngân hàng"}
      schema={BankConfigBody}
      values={valuesOf(account)}
      version={account?.version}
      valuesOf={(record) => valuesOf(record as BankConfig)}
      needs={{ bank_name: "tên ngân hàng", account_number: "số tài khoản", account_holder: "chủ tài khoản" }}
      submit={async (body, changed) => {
        if (!account) await create.mutateAsync({ body });
        else if (hasChanges(changed)) await change.mutateAsync({ params: { id: account.id }, body: changed });
      }}
      onClose={onClose}
    >
      <BankNameField />
      <div className="form__pair">
        <TextField name="account_number" label="Số tài khoản" required maxLength={30} />
        <TextField name="account_holder" label="Chủ tài khoản" required maxLength={100} />
        <TextField name="branch" label="Chi nhánh" maxLength={200} />
        <TextField name="swift_code" label="Mã SWIFT" maxLength={20} />
      </div>
      <QrField />
      <TextAreaField
        name="qr_code_image"
        label="Ảnh QR dạng base64"
        hint="Dán vào đây khi bạn không có file ảnh. Ảnh này thay cho ảnh QR ở trên."
      />
      <SwitchField
        name="is_active"
        label={flagWords.shown.on}
        hint="Tắt thì khách không thấy tài khoản này khi thanh toán."
      />
    </ResourceForm>
  );
}

function valuesOf(account: BankConfig | undefined): Fields {
  return {
    bank_name: account?.bank_name ?? "",
    bank_bin: account?.bank_bin ?? "",
    account_number: account?.account_number ?? "",
    account_holder: account?.account_holder ?? "",
    branch: account?.branch ?? "",
    swift_code: account?.swift_code ?? "",
    qr_code_url: account?.qr_code_url ?? "",
    qr_code_image: "",
    is_active: account?.is_active ?? true,
  };
}

function QrField() {
  const url = useWatch<Fields, "qr_code_url">({ name: "qr_code_url" });
  return (
    <ImageField
      name="qr_code_url"
      label="Ảnh QR"
      hint="JPG, PNG hoặc WebP, tối đa 5 MB. Chỉ cần khi đơn hàng không có mã VietQR."
      validate={validateQrImage}
      preview={url && <QrPicture key={url} url={url} />}
    />
  );
}
