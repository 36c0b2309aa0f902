import type { User } from "#contract/accounts.ts";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { useSend } from "../../resource/data/queries.ts";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { GrantFields, PlanState } from "./grant-fields.tsx";
import { defaultDays, GrantForm, sendGrant } from "./premium-grant.ts";
import { hasPremiumPlan } from "./premium-state.ts";
import { userRefreshes } from "./texts.ts";

/** Upgrades a free user, or adds days to the Premium of one. */
export function PremiumDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const send = useSend(userRefreshes);
  const toast = useAreaToast();
  const isPremium = hasPremiumPlan(user);
  return (
    <ResourceForm
      title={isPremium ? `Thêm ngày cho ${user.username}` : `Nâng cấp Premium cho ${user.username}`}
      schema={GrantForm}
      values={{ days: defaultDays, premium_package_id: "" }}
      action={isPremium ? "Thêm ngày" : "Nâng cấp"}
      submit={async (grant) => {
        await sendGrant(user, grant, send);
        toast(isPremium ? `Đã thêm ngày Premium cho ${user.username}` : `Đã nâng cấp Premium cho ${user.username}`);
      }}
      onClose={onClose}
    >
      {isPremium && <PlanState user={user} />}
      <GrantFields user={user} />
    </ResourceForm>
  );
}
