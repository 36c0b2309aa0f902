import type { AdminOrder } from "#contract/orders.ts";
import { Modal } from "../../resource/controls/modal.tsx";
import { useToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useChange, useRead } from "../../resource/data/queries.ts";
import { orderRefreshes, unreachable } from "./order-calls.ts";

/** Returns whether the order gave Premium to an account that still exists. */
export function canDowngrade(order: AdminOrder): boolean {
  return receiverOf(order) !== null && order.premium_granted_at !== null;
}

/** Returns the account that received the time of an order: its own, or the one that took the gift. */
const receiverOf = ({ is_gift, receiver_id, user_id }: AdminOrder) => (is_gift ? receiver_id : user_id);

interface DowngradeQuestionProps {
  order: AdminOrder;
  onClose: () => void;
}

/** Asks whether the account of a refunded order goes back to the free plan. */
export function DowngradeQuestion({ order, onClose }: DowngradeQuestionProps) {
  const toast = useToast();
  const id = receiverOf(order) ?? 0;
  const account = useRead("GET /api/admin/users/{id}", { params: { id } });
  const user = account.data?.data;
  const isFree = user?.subscription_type === "free";
  const downgrade = useChange("PATCH /api/admin/users/{id}/downgrade-free", {
    refreshes: orderRefreshes,
    successMessage: "Đã hạ cấp tài khoản",
    fallback: "Có lỗi xảy ra khi hạ cấp tài khoản",
    unreachable,
  });
  async function confirm() {
    try {
      await downgrade.mutateAsync({ params: { id } });
      onClose();
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }
  return (
    <Modal
      open
      title="Hạ cấp tài khoản?"
      width={27}
      role="alertdialog"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn btn--line" onClick={onClose}>
            {isFree ? "Đóng" : "Giữ Premium"}
          </button>
          {!isFree && (
            <button
              type="button"
              className="btn btn--danger"
              aria-disabled={downgrade.isPending}
              onClick={() => !downgrade.isPending && void confirm()}
            >
              Hạ cấp
            </button>
          )}
        </>
      }
    >
      <div className="confirm">
        {isFree ? (
          <p>
            Đơn {order.code} đã hoàn tiền. Tài khoản <b>{user.username}</b> đang ở gói miễn phí, không còn Premium để
            hạ.
          </p>
        ) : (
          <>
            <p>
              Đơn {order.code} đã hoàn tiền, nhưng Premium đã cộng vẫn còn. Hạ cấp tài khoản{" "}
              <b>{user?.username ?? (order.is_gift ? order.receiver_username : order.user_name)}</b>
              {order.is_gift && ", nơi đã nhận món quà,"} về miễn phí ngay bây giờ?
            </p>
            <p>Nếu tài khoản còn Premium từ đơn khác, phần đó cũng kết thúc.</p>
          </>
        )}
      </div>
    </Modal>
  );
}
