import { useRef, useState } from "react";
import { type AdminOrder, OrderChange } from "#contract/orders.ts";
import { Modal } from "../../resource/controls/modal.tsx";
import { useToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useChange, useRead } from "../../resource/data/queries.ts";
import { SelectField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { hasChanges } from "../../resource/form/use-resource-form.ts";
import { orderRefreshes, saveErrors, unreachable } from "./order-calls.ts";
import { paymentOptions, statusOptions } from "./order-states.tsx";

interface EditOrderProps {
  order: AdminOrder;
  onClose: () => void;
}

/** The form of an order. After a refund it offers to end the Premium that the order gave. */
export function EditOrder({ order, onClose }: EditOrderProps) {
  const [refunded, setRefunded] = useState<AdminOrder>();
  const savedRefund = useRef<AdminOrder>(undefined);
  const save = useChange("PUT /api/premium-orders/{id}", {
    refreshes: orderRefreshes,
    successMessage: "Đã lưu đơn hàng",
    ...saveErrors,
  });
  if (refunded) return <DowngradeQuestion order={refunded} reason="hoàn tiền" onClose={onClose} />;
  return (
    <ResourceForm
      name={String(order.id)}
      title={`Sửa đơn hàng ${order.code}`}
      schema={OrderChange}
      values={valuesOf(order)}
      submit={async (_, changed) => {
        if (!hasChanges(changed)) return;
        const { data } = await save.mutateAsync({ params: { id: order.id }, body: changed });
        const isRefund = data.payment_status === "refunded" && order.payment_status !== "refunded";
        if (isRefund && canDowngrade(data)) savedRefund.current = data;
      }}
      onClose={() => (savedRefund.current ? setRefunded(savedRefund.current) : onClose())}
    >
      <SelectField name="status" label="Trạng thái đơn hàng" options={statusOptions} />
      <SelectField
        name="payment_status"
        label="Trạng thái thanh toán"
        options={paymentOptions}
        hint="Đã thanh toán và đã xác nhận thì Premium được cộng, một lần."
      />
      <TextField name="payment_reference" label="Mã tham chiếu" maxLength={200} hint="Mã giao dịch của ngân hàng." />
      <TextAreaField name="payment_note" label="Ghi chú thanh toán" />
      <TextAreaField name="admin_notes" label="Ghi chú quản trị" hint="Khách không thấy ghi chú này." />
    </ResourceForm>
  );
}

function valuesOf(order: AdminOrder) {
  return {
    status: order.status,
    payment_status: order.payment_status,
    payment_reference: order.payment_reference ?? "",
    payment_note: order.payment_note ?? "",
    admin_notes: order.admin_notes ?? "",
  };
}

/** Returns whether the order gave Premium to an account that still exists. */
export function canDowngrade({ user_id, premium_granted_at }: AdminOrder): boolean {
  return user_id !== null && premium_granted_at !== null;
}

interface DowngradeQuestionProps extends EditOrderProps {
  /** The change of the order that raises the question. */
  reason: "hoàn tiền" | "xóa";
}

/** Asks whether the account of a refunded or deleted order goes back to the free plan. */
export function DowngradeQuestion({ order, reason, onClose }: DowngradeQuestionProps) {
  const toast = useToast();
  const account = useRead("GET /api/admin/users/{id}", { params: { id: order.user_id ?? 0 } });
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
      await downgrade.mutateAsync({ params: { id: order.user_id ?? 0 } });
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
            Đơn {order.code} đã {reason}. Tài khoản <b>{user.username}</b> đang ở gói miễn phí, không còn Premium để hạ.
          </p>
        ) : (
          <>
            <p>
              Đơn {order.code} đã {reason}, nhưng Premium đã cộng vẫn còn. Hạ cấp tài khoản{" "}
              <b>{user?.username ?? order.user_name}</b> về miễn phí ngay bây giờ?
            </p>
            <p>Nếu tài khoản còn Premium từ đơn khác, phần đó cũng kết thúc.</p>
          </>
        )}
      </div>
    </Modal>
  );
}
