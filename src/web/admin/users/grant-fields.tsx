import { useEffect, useId } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { User } from "#contract/accounts.ts";
import type { PremiumPackage } from "#contract/premium-packages.ts";
import { maxPremiumDays } from "#contract/rules.ts";
import { shortDate } from "../../lib/dates.ts";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { FieldFrame } from "../../resource/form/fields.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { useNow } from "../../resource/use-now.ts";
import { ExpiryBadge } from "./badges.tsx";
import styles from "./grant-fields.module.css";
import { defaultDays } from "./premium-grant.ts";
import { isPermanent, matchingPackage } from "./premium-state.ts";
import { errors } from "./texts.ts";

interface Values {
  days: number;
  premium_package_id: string;
}

/** Asks for the package and the days of Premium. A package of the length that the user has is preselected. */
export function GrantFields({ user }: { user: User | undefined }) {
  const { register, resetField, setValue, clearErrors, getFieldState, getValues } = useFormContext<Values>();
  const chosenId = useWatch<Values, "premium_package_id">({ name: "premium_package_id" });
  const query = useActivePackages();
  const packages = query.data?.data.packages;
  const find = (id: string) => packages?.find((each) => String(each.id) === id);
  const chosen = find(chosenId);

  useEffect(() => {
    if (!user || !packages || getValues("premium_package_id") !== "") return;
    if (getFieldState("premium_package_id").isDirty || getFieldState("days").isDirty) return;
    const match = matchingPackage(user, packages, Date.now());
    if (!match) return;
    resetField("premium_package_id", { defaultValue: String(match.id) });
    resetField("days", { defaultValue: daysOf(match) });
  }, [user, packages, getValues, getFieldState, resetField]);

  const setDays = (id: string) => {
    const next = find(id);
    if (!next) return;
    setValue("days", daysOf(next), { shouldDirty: true });
    clearErrors("days");
  };
  return (
    <>
      {query.error && <ErrorBanner error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />}
      <FieldFrame
        name="premium_package_id"
        label="Gói Premium"
        hint={
          chosen?.is_lifetime
            ? "Gói vĩnh viễn: Premium không còn hạn."
            : "Không bắt buộc. Chọn gói thì số ngày theo gói."
        }
      >
        {(control) => (
          <select
            className="select"
            {...control}
            {...register("premium_package_id", { onChange: ({ target }) => setDays(target.value) })}
          >
            <option value="">Không theo gói</option>
            {chosenId !== "" && !chosen && <option value={chosenId}>…</option>}
            {packages?.map((each) => (
              <option key={each.id} value={each.id}>
                {packageLabel(each)}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {!chosen?.is_lifetime && (
        <NumberField name="days" label="Số ngày" required min={1} max={maxPremiumDays} suffix="ngày" />
      )}
    </>
  );
}

/** Shows the Premium that a user has. */
export function PlanState({ user }: { user: User }) {
  const id = useId();
  const packages = useActivePackages().data?.data.packages ?? [];
  const { premium_expires_at } = user;
  const now = useNow();
  const match = matchingPackage(user, packages, now);
  return (
    <p className={styles.planState} aria-labelledby={id}>
      <span id={id} className="muted">
        Hiện tại
      </span>
      <ExpiryBadge user={user} />
      {premium_expires_at !== null && !isPermanent(user, now) && (
        <span className="num">đến {shortDate(premium_expires_at)}</span>
      )}
      {match && <span className="muted">{match.name}</span>}
    </p>
  );
}

function useActivePackages() {
  return useRead(
    "GET /api/admin/premium-packages",
    { query: { is_active: true, sort_by: "sort_order", sort_order: "asc", limit: 100 } },
    errors.packages,
  );
}

/** Days of a package; those of one for life have no effect. */
const daysOf = ({ duration_days }: PremiumPackage) => duration_days ?? defaultDays;

const packageLabel = ({ name, duration_days }: PremiumPackage) =>
  `${name} (${duration_days === null ? "vĩnh viễn" : `${duration_days} ngày`})`;
