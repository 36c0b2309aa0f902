import { Crown, MailCheck, MailQuestionMark } from "lucide";
import type { User } from "#contract/accounts.ts";
import { Badge } from "../../resource/controls/badge.tsx";
import { useNow } from "../../resource/use-now.ts";
import { expiryOf, hasPremiumPlan } from "./premium-state.ts";

/** The plan of a user. */
export function PlanBadge({ user }: { user: User }) {
  return hasPremiumPlan(user) ? (
    <Badge kind="gold" icon={Crown}>
      Premium
    </Badge>
  ) : (
    <Badge>Miễn phí</Badge>
  );
}

/** Whether the owner of an account reads the mails to its e-mail. */
export function EmailBadge({ isVerified }: { isVerified: boolean }) {
  return isVerified ? (
    <Badge kind="success" icon={MailCheck}>
      Email đã xác minh
    </Badge>
  ) : (
    <Badge icon={MailQuestionMark}>Email chưa xác minh</Badge>
  );
}

/** When the Premium of a user expires; nothing for a free one. */
export function ExpiryBadge({ user }: { user: User }) {
  const expiry = expiryOf(user, useNow());
  return expiry && <Badge kind={expiry.kind}>{expiry.label}</Badge>;
}
