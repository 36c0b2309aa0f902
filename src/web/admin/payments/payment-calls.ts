/** Messages, refreshes and the actions that the parts of the reconciliation share. */
import { useQueryClient } from "@tanstack/react-query";
import type { Api } from "#contract/api.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { isApiError } from "#contract/errors.ts";
import type { TransferDetail } from "#contract/payments.ts";
import { useToast } from "../../resource/controls/toast.tsx";
import { type ChangeEndpoint, errorMessage, refresh, useSendLoosely } from "../../resource/data/queries.ts";

const unreachable = "Lỗi kết nối";
export const loadErrors = { fallback: "Không thể tải giao dịch", unreachable };
export const actErrors = { fallback: "Chưa làm được, vui lòng thử lại", unreachable };

/** Path prefixes that a decision changes: transfers, the orders and requests that they pay, the counts of the dashboard. */
export const paymentRefreshes = [
  "/api/admin/payments",
  "/api/premium-orders",
  "/api/admin/requests",
  "/api/admin/users",
  "/api/admin/dashboard",
];

/** Endpoints that decide about one transfer and reply with it. */
type Decision = Extract<ChangeEndpoint, `POST /api/admin/payments/{id}/${string}`>;

/**
 * Returns the function that decides about a transfer; it resolves to whether it was done. Errors are toasts, and a transfer that somebody
 * else has decided meanwhile is read again.
 */
export function useDecision(transfer: Pick<TransferDetail, "id" | "version">) {
  const client = useQueryClient();
  const toast = useToast();
  const send = useSendLoosely(paymentRefreshes);
  const { id, version } = transfer;
  return async function decide<K extends Decision>(
    endpoint: K,
    body: Omit<CallInput<Api[K]>["body"] & object, "version">,
    success: string,
  ): Promise<boolean> {
    try {
      await send(endpoint, { params: { id }, body: { ...body, version } }, actErrors);
      toast(success);
      return true;
    } catch (error) {
      toast(errorMessage(error), "danger");
      if (isApiError(error) && error.code === "conflict") void refresh(client, paymentRefreshes);
      return false;
    }
  };
}
