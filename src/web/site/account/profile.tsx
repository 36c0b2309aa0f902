import { type FormEvent, useState } from "react";
import type { User } from "#contract/accounts.ts";
import { invalidField, isApiError } from "#contract/errors.ts";
import { firstError, ownAccountRules, registerRules } from "#contract/rules.ts";
import { call } from "../../lib/api.ts";
import { useUserAuth } from "../../lib/session.tsx";
import type { Values } from "../../lib/use-public-form.ts";
import { useToast } from "../../ui/toast.tsx";
import type { AccountField } from "../sign-in/account-fields.tsx";
import { SettingsForm } from "./settings-form.tsx";

const failedMessage = "Chưa lưu được thông tin. Bạn thử lại nhé.";
const passwordField: AccountField = {
  name: "current_password",
  input: {
    label: "Mật khẩu hiện tại",
    hint: "Đổi email cần mật khẩu, để không ai khác đổi thay bạn.",
    type: "password",
    autoComplete: "current-password",
    required: true,
  },
  check: ({ current_password = "" }) => firstError(current_password, ownAccountRules.current_password),
};

/** Name and e-mail. Changing the e-mail asks for the present password. */
export function Profile({ user }: { user: User }) {
  const { refresh } = useUserAuth();
  const showToast = useToast();
  const [isNewEmail, setNewEmail] = useState(false);
  const fields: AccountField[] = [
    {
      name: "full_name",
      input: { label: "Họ và tên (không bắt buộc)", autoComplete: "name", defaultValue: user.full_name ?? "" },
      check: ({ full_name = "" }) => firstError(full_name.trim(), registerRules.full_name),
    },
    {
      name: "email",
      input: { label: "Email", type: "email", autoComplete: "email", required: true, defaultValue: user.email },
      check: ({ email = "" }) => firstError(email.trim(), registerRules.email),
    },
    ...(isNewEmail ? [passwordField] : []),
  ];

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const { name, value } = target as HTMLInputElement;
    if (name === "email") setNewEmail(value.trim() !== user.email);
  }

  async function submit({ full_name = "", email = "", current_password }: Values) {
    const body = { full_name: full_name.trim(), email: email.trim(), current_password };
    try {
      await call("PATCH /api/user/me", { as: "user", body, fallback: failedMessage });
    } catch (error) {
      throw isApiError(error) && error.code === "conflict" ? invalidField("email", error.message) : error;
    }
    await refresh();
    setNewEmail(false);
    showToast("Đã lưu thông tin của bạn");
  }

  return (
    <SettingsForm
      label="Thông tin cá nhân"
      username={user.username}
      fields={fields}
      fallbackMessage={failedMessage}
      onInput={onInput}
      submit={submit}
      button="Lưu thông tin"
      busyButton="Đang lưu..."
    />
  );
}
