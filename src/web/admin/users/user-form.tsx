/** The form of a user: its schema, and the calls that save the user and then the plan. */
import { z } from "zod";
import { SubscriptionType, type User } from "#contract/accounts.ts";
import { ApiError, isApiError } from "#contract/errors.ts";
import { UserBody, UserChange } from "#contract/users.ts";
import { errorMessage, type Send } from "../../resource/data/queries.ts";
import { type Changed, hasChanges } from "../../resource/form/use-resource-form.ts";
import type { SaveTools } from "../../resource/resource.ts";
import { daysError, defaultDays, grantFields, sendGrant } from "./premium-grant.ts";
import { hasPremiumPlan } from "./premium-state.ts";
import { downgradeQuestion, errors } from "./texts.ts";

const planFields = {
  plan: SubscriptionType,
  /** Whether Premium is given, or days are added to it. */
  grants: z.boolean(),
  ...grantFields,
};
const Plan = z.object(planFields);
const hasGrant = ({ plan, grants }: z.output<typeof Plan>) => plan === "premium" && grants;

/** Adds the check of the days, which runs even when other fields are invalid. */
function withPlan<S extends z.ZodRawShape>(shape: S) {
  return z.object({ ...shape, ...planFields }).refine((value) => !planDaysError(value), {
    path: ["days"],
    error: ({ input }) => planDaysError(input),
    when: () => true,
  });
}

function planDaysError(value: unknown): string | undefined {
  const { data } = Plan.safeParse(value);
  return data && hasGrant(data) ? daysError(data.days) : undefined;
}

const NewUser = withPlan({ ...UserBody.shape, password: UserBody.shape.password });
const ChangedUser = withPlan({ ...UserBody.shape, password: UserChange.shape.password });

type Values = z.input<typeof ChangedUser>;
type Saved = z.output<typeof ChangedUser>;

/** The schema of the form; the password is required for a new user. */
export const userSchema = (user: User | undefined): z.ZodType<Saved, Values> =>
  (user ? ChangedUser : NewUser) as z.ZodType<Saved, Values>;

/** Values of the form of a user, or of a new one. */
export function userValues(user: User | undefined): Required<Values> {
  return {
    username: user?.username ?? "",
    email: user?.email ?? "",
    full_name: user?.full_name ?? "",
    password: "",
    is_active: user?.is_active ?? true,
    plan: user?.subscription_type ?? "free",
    grants: !user || !hasPremiumPlan(user),
    days: defaultDays,
    premium_package_id: "",
  };
}

/** Saves the user and then the plan. @throws ApiError whose message tells what is saved and what is not */
export async function saveUser(
  values: Saved,
  user: User | undefined,
  { send, confirm, onSaved, changed }: SaveTools<User, Saved>,
): Promise<string | undefined> {
  const { plan } = values;
  const isDowngrade = user !== undefined && hasPremiumPlan(user) && plan === "free";
  if (isDowngrade) {
    const { title, text, action } = downgradeQuestion;
    const question = (
      <>
        <p>{text}</p>
        <p>
          <b>{user.username}</b>
        </p>
      </>
    );
    if (!(await confirm({ title, text: question, action, danger: true }))) return undefined;
  }
  const saved = user ? await changeUser(changed, user, send) : await addUser(values, send);
  const done = user ? "Đã lưu người dùng" : "Đã thêm người dùng";
  onSaved(saved);
  try {
    if (isDowngrade) {
      await send("PATCH /api/admin/users/{id}/downgrade-free", { params: { id: saved.id } }, errors.downgrade);
      return `${done} và hạ về miễn phí`;
    }
    if (!hasGrant(values)) return done;
    await sendGrant(saved, values, send);
    return `${done} và ${hasPremiumPlan(saved) ? "thêm ngày Premium" : "nâng cấp Premium"}`;
  } catch (error) {
    const message = `${done} ${saved.username}, nhưng chưa đổi được gói: ${errorMessage(error)}`;
    throw new ApiError(isApiError(error) ? error.code : "internal", message);
  }
}

async function addUser({ username, email, full_name, password, is_active }: Saved, send: Send): Promise<User> {
  // The schema of a new user requires the password.
  const body = { username, email, full_name, password: password ?? "", is_active };
  return (await send("POST /admin/users", { body }, errors.save)).data;
}

/** Sends what was changed of the user, without the plan. */
async function changeUser(
  { plan: _plan, grants: _grants, days: _days, premium_package_id: _package, ...body }: Changed<Saved>,
  user: User,
  send: Send,
): Promise<User> {
  if (!hasChanges(body)) return user;
  return (await send("PUT /api/admin/users/{id}", { params: { id: user.id }, body }, errors.save)).data;
}
