import { useWatch } from "react-hook-form";
import type { User } from "#contract/accounts.ts";
import { flagWords } from "#contract/flag-words.ts";
import { SecretField, SelectField, SwitchField, TextField } from "../../resource/form/fields.tsx";
import { useNow } from "../../resource/use-now.ts";
import { GrantFields, PlanState } from "./grant-fields.tsx";
import { hasPremiumPlan, isPermanent } from "./premium-state.ts";

const plans = [
  { value: "free", label: "Miễn phí" },
  { value: "premium", label: "Premium" },
];

/** The fields of a user's form. */
export function UserFields({ user }: { user: User | undefined }) {
  return (
    <>
      <div className="form__pair">
        <TextField name="username" label="Tên đăng nhập" required maxLength={50} hint="Chữ cái, số và dấu gạch dưới." />
        <TextField
          name="email"
          label="Email"
          type="email"
          required
          maxLength={254}
          hint={
            user && `${user.is_email_verified ? "Đã xác minh" : "Chưa xác minh"}. Đổi thì mọi phiên đăng nhập kết thúc.`
          }
        />
        <TextField name="full_name" label="Họ và tên" maxLength={200} />
        <SecretField
          name="password"
          label="Mật khẩu"
          required={!user}
          hint={user ? "Để trống thì mật khẩu giữ nguyên." : "Ít nhất 6 ký tự."}
        />
      </div>
      <SwitchField
        name="is_active"
        label={flagWords.account.on}
        hint="Tắt thì tài khoản bị khóa, mọi phiên đăng nhập kết thúc."
      />
      <PlanFields user={user} />
    </>
  );
}

function PlanFields({ user }: { user: User | undefined }) {
  const [plan, grants] = useWatch<{ plan: string; grants: boolean }, ["plan", "grants"]>({ name: ["plan", "grants"] });
  const now = useNow();
  const isPremium = user !== undefined && hasPremiumPlan(user);
  const isChangeable = !isPremium || !isPermanent(user, now);
  return (
    <>
      <SelectField
        name="plan"
        label="Gói"
        options={plans}
        hint={isPremium && plan === "free" ? "Quyền Premium kết thúc ngay khi bạn lưu." : undefined}
      />
      {plan === "premium" && isPremium && <PlanState user={user} />}
      {plan === "premium" && isPremium && isChangeable && <SwitchField name="grants" label="Thêm ngày Premium" />}
      {plan === "premium" && grants && <GrantFields user={user} />}
    </>
  );
}
