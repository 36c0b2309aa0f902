/** Messages, refreshes and the change that the screens of orders share. */
import { useQueryClient } from "@tanstack/react-query";
import { isApiError } from "#contract/errors.ts";
import type { AdminOrder, OrderChange } from "#contract/orders.ts";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, refresh, useChange } from "../../resource/data/queries.ts";

export const unreachable = "Lỗi kết nối";
export const loadErrors = { fallback: "Có lỗi xảy ra khi tải đơn hàng", unreachable };
export const saveErrors = { fallback: "Có lỗi xảy ra khi cập nhật đơn hàng", unreachable };

/** Path prefixes that a changed order refreshes: lists, sums, and the Premium of its user. */
export const orderRefreshes = ["/api/premium-orders", "/api/admin/users", "/api/admin/dashboard"];

/** A change of an order at once. Errors are shown as toasts; an order that was changed meanwhile is read again. */
export function useOrderChange(order: Pick<AdminOrder, "id">) {
  const client = useQueryClient();
  const toast = useAreaToast();
  const change = useChange("PUT /api/premium-orders/{id}", { refreshes: orderRefreshes, ...saveErrors });
  /** Resolves to whether the change was made. */
  async function send(body: OrderChange, successMessage: string): Promise<boolean> {
    if (change.isPending) return false;
    try {
      await change.mutateAsync({ params: { id: order.id }, body });
      toast(successMessage);
      return true;
    } catch (error) {
      toast(errorMessage(error), "danger");
      if (isApiError(error) && error.stale) void refresh(client, orderRefreshes);
      return false;
    }
  }
  return { isBusy: change.isPending, send };
}
