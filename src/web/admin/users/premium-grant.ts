/** Premium that the administrator gives to a user: the fields of its forms, their check and the call. */
import { z } from "zod";
import type { User } from "#contract/accounts.ts";
import { firstError, premiumDaysRules } from "#contract/rules.ts";
import type { Send } from "../../resource/data/queries.ts";
import { hasPremiumPlan } from "./premium-state.ts";
import { errors } from "./texts.ts";

/** Days that a form offers. */
export const defaultDays = 30;

/** Fields that a form of Premium has; the days of an empty field are NaN. */
export const grantFields = { days: z.number().or(z.nan()), premium_package_id: z.string() };
type Grant = z.output<z.ZodObject<typeof grantFields>>;

/** Returns the message for invalid days. */
export function daysError(days: number): string | undefined {
  return firstError(Number.isNaN(days) ? "" : String(days), premiumDaysRules);
}

export const GrantForm = z.object({
  ...grantFields,
  days: grantFields.days.refine((days) => !daysError(days), { error: ({ input }) => daysError(Number(input)) }),
});

/** Upgrades a free user, or adds days to Premium. @throws ApiError */
export function sendGrant(user: User, { days, premium_package_id }: Grant, send: Send) {
  const params = { id: user.id };
  const from = premium_package_id === "" ? {} : { premium_package_id };
  return hasPremiumPlan(user)
    ? send(
        "PATCH /api/admin/users/{id}/add-premium-days",
        { params, query: { days_to_add: days, ...from } },
        errors.upgrade,
      )
    : send(
        "PATCH /api/admin/users/{id}/upgrade-premium",
        { params, query: { duration_days: days, ...from } },
        errors.upgrade,
      );
}
