/** Calls that need password and code again, in component tests. */
import { page } from "vitest/browser";
import { type Answers, fails, type SentRequest } from "./stub-api.ts";

/** The answers of the dialog that asks, for an account without a second factor. */
export const confirmationAnswers: Answers = {
  "GET /api/account/second-factor": { is_enabled: false, enabled_at: null, recovery_codes_left: 0 },
  "POST /api/account/confirmation": () => ({
    confirmation: "fresh",
    expires_at: new Date(Date.now() + 300_000).toISOString(),
  }),
};

/** Returns the handler of a call that is refused without a confirmation. */
export const confirmedOnly =
  <R>(reply: R) =>
  ({ confirmation }: SentRequest) =>
    confirmation === "fresh" ? reply : fails(403, "Việc này cần bạn xác nhận lại", undefined, "confirmation_required");

/** Gives the password in the dialog that asks. */
export async function confirmIdentity(): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Xác nhận lại là bạn" });
  await dialog.getByLabelText(/^Mật khẩu hiện tại/).fill("mật khẩu");
  await dialog.getByRole("button", { name: "Xác nhận" }).click();
}
