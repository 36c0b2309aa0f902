/** Messages, refreshes and the actions that the parts of the reconciliation share. */
import { useQueryClient } from "@tanstack/react-query";
import { createElement } from "react";
import type { Api } from "#contract/api.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { isApiError } from "#contract/errors.ts";
import type { Payable, TransferDetail } from "#contract/payments.ts";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { type ChangeEndpoint, errorMessage, refresh, useSend, useSendLoosely } from "../../resource/data/queries.ts";
import { doubtOf } from "./reasons.ts";

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
  const show = useAreaToast();
  const send = useSendLoosely(paymentRefreshes);
  const { id, version } = transfer;
  return async function decide<K extends Decision>(
    endpoint: K,
    body: Omit<CallInput<Api[K]>["body"] & object, "version">,
    success: string | ((after: TransferDetail) => void),
  ): Promise<boolean> {
    try {
      const { data } = await send(endpoint, { params: { id }, body: { ...body, version } }, actErrors);
      if (typeof success === "string") show(success);
      else success(data as TransferDetail);
      return true;
    } catch (error) {
      show(errorMessage(error), "danger");
      if (isApiError(error) && error.code === "conflict") void refresh(client, paymentRefreshes);
      return false;
    }
  };
}

/** Returns the function that asks before money is attached where it may not belong; it resolves to whether it may be. */
export function useDoubt(detail: TransferDetail) {
  const confirm = useConfirm();
  return async function isMeant(payables: readonly Payable[]): Promise<boolean> {
    const doubts = payables.flatMap((one) => doubtOf(detail, one) ?? []);
    if (doubts.length === 0) return true;
    return confirm({
      title: "Vẫn ghép?",
      text: doubts.map((doubt) => createElement("p", { key: doubt }, doubt)),
      action: "Vẫn ghép",
    });
  };
}

/**
 * Returns the function that tells of money that was just attached, with the way back: it undoes what is new since `before`, and takes back
 * the Premium that came of it.
 */
export function useAttached(before: TransferDetail) {
  const show = useAreaToast();
  const send = useSend(paymentRefreshes);
  const known = new Set(before.allocations.map(({ id }) => id));
  async function undo(after: TransferDetail) {
    try {
      for (const allocation of after.allocations) {
        if (known.has(allocation.id)) continue;
        const what = { kind: "allocation" as const, id: allocation.id, take_back_premium: true };
        await send("POST /api/admin/payments/{id}/undo", { params: { id: after.id }, body: { what } }, actErrors);
      }
      show("Đã hoàn tác");
    } catch (error) {
      show(errorMessage(error), "danger");
    }
  }
  return (message: string, after: TransferDetail) =>
    show(message, undefined, { label: "Hoàn tác", onPress: () => void undo(after) });
}
