import { useEffect, useRef, useState } from "react";
import { confirmationError, firstError, ownAccountRules } from "#contract/rules.ts";
import { call } from "../../lib/api.ts";
import { useToast } from "../../ui/toast.tsx";
import type { AccountField } from "../sign-in/account-fields.tsx";
import styles from "./account.module.css";
import { SettingsForm } from "./settings-form.tsx";

const failedMessage = "Chưa đổi được mật khẩu. Bạn thử lại nhé.";
const fields: AccountField[] = [
  {
    name: "current_password",
    input: { label: "Mật khẩu hiện tại", type: "password", autoComplete: "current-password", required: true },
    check: ({ current_password = "" }) => firstError(current_password, ownAccountRules.current_password),
  },
  {
    name: "new_password",
    input: {
      label: "Mật khẩu mới",
      hint: "Ít nhất 6 ký tự.",
      type: "password",
      autoComplete: "new-password",
      required: true,
    },
    check: ({ new_password = "" }) => firstError(new_password, ownAccountRules.new_password),
  },
  {
    name: "confirmation",
    input: { label: "Xác nhận mật khẩu mới", type: "password", autoComplete: "new-password", required: true },
    check: ({ confirmation = "", new_password = "" }) => confirmationError(confirmation, new_password),
  },
];

/** Changes the password, which ends all other sessions. The form comes with a press: it is rarely needed. */
export function Password({ username, onChanged }: { username: string; onChanged(): void }) {
  const showToast = useToast();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLInputElement>("input:not([hidden])")?.focus();
  }, [isOpen]);
  if (!isOpen) {
    return (
      <button type="button" className="btn btn--line" onClick={() => setOpen(true)}>
        Đổi mật khẩu
      </button>
    );
  }
  return (
    <div ref={box} className={styles.settingsForm}>
      <SettingsForm
        label="Đổi mật khẩu"
        username={username}
        fields={fields}
        fallbackMessage={failedMessage}
        submit={async ({ current_password = "", new_password = "" }, form) => {
          const body = { current_password, new_password };
          await call("POST /api/user/change-password", { as: "user", body, fallback: failedMessage });
          form.reset();
          showToast("Đã đổi mật khẩu. Các thiết bị khác đã được đăng xuất.");
          onChanged();
        }}
        button="Đổi mật khẩu"
        busyButton="Đang đổi..."
      />
    </div>
  );
}
