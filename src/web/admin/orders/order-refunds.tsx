/** The refunds of an order: when, by whom and why; each can be undone. */
import type { AdminOrderDetail, OrderRefund } from "#contract/orders.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { dong } from "../../lib/format.ts";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useChange } from "../../resource/data/queries.ts";
import { orderRefreshes, saveErrors } from "./order-calls.ts";
import { timeOf } from "./order-states.tsx";
import styles from "./orders.module.css";

export function OrderRefunds({ order }: { order: AdminOrderDetail }) {
  const confirm = useConfirm();
  const toast = useAreaToast();
  const undo = useChange("POST /api/premium-orders/{id}/refunds/{refund_id}/undo", {
    refreshes: orderRefreshes,
    successMessage: "Đã hoàn tác lần hoàn tiền",
    ...saveErrors,
  });
  async function ask({ id: refund_id, amount, is_premium_taken }: OrderRefund) {
    const isConfirmed = await confirm({
      title: "Hoàn tác lần hoàn tiền",
      text: (
        <p>
          {dong(amount)} được tính lại là tiền của đơn {order.code}, và đơn là đã thanh toán.
          {is_premium_taken && ` ${timeOf(order)} đã thu lại được cộng lại.`}
        </p>
      ),
      action: "Hoàn tác",
    });
    if (!isConfirmed) return;
    const params = { id: order.id, refund_id };
    await undo.mutateAsync({ params, body: { version: order.version } }).catch((error: unknown) => {
      toast(errorMessage(error), "danger");
    });
  }
  return (
    <ul className={styles.refunds}>
      {order.refunds.map((refund) => (
        <li key={refund.id}>
          <p>
            <b className="num">{dong(refund.amount)}</b>
            {refund.is_premium_taken && ", thu lại Premium"}
            {refund.reference !== null && (
              <>
                {" "}
                · <span className="num">{refund.reference}</span>
              </>
            )}
          </p>
          {refund.reason !== null && <p className={styles.text}>{refund.reason}</p>}
          <p className="muted">
            {refund.created_by}, <span className="num">{shortDateTime(refund.created_at)}</span>
            {refund.undone_at !== null && (
              <>
                . {refund.undone_by} đã hoàn tác <span className="num">{shortDateTime(refund.undone_at)}</span>
              </>
            )}
          </p>
          {refund.undone_at === null && order.erased_at === null && (
            <button
              type="button"
              className="btn btn--line btn--sm"
              aria-label={`Hoàn tác lần hoàn ${dong(refund.amount)}`}
              aria-disabled={undo.isPending}
              onClick={() => !undo.isPending && void ask(refund)}
            >
              Hoàn tác
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
