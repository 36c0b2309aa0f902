import { useState } from "react";
import type { PayableOrder } from "#contract/orders.ts";
import { call } from "../../../lib/api.ts";
import { useAction } from "../../../lib/use-action.ts";
import { CallError } from "../../../ui/call-error.tsx";
import { Modal } from "../../../ui/modal.tsx";

const failedMessage = "Chưa hủy được đơn hàng. Bạn thử lại nhé.";

interface CancelOrderProps {
  /** An order that waits for its payment. */
  order: PayableOrder;
  onCancelled(order: PayableOrder): void;
}

/** Cancels an order after a question. */
export function CancelOrder({ order: { code, page_token }, onCancelled }: CancelOrderProps) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, error, setError, run } = useAction(failedMessage);
  const close = () => {
    setOpen(false);
    setError(undefined);
  };

  async function cancel() {
    const options = { params: { token: page_token }, fallback: failedMessage };
    const { data } = await call("POST /api/orders/{token}/cancel", options);
    close();
    onCancelled(data);
  }

  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        Hủy đơn hàng
      </button>
      <Modal
        open={isOpen}
        title={`Hủy đơn hàng ${code}?`}
        width={27}
        onClose={close}
        foot={
          <>
            <button type="button" className="btn" onClick={close}>
              Giữ đơn hàng
            </button>
            <button type="button" className="btn btn--danger" disabled={isBusy} onClick={() => void run(cancel)}>
              {isBusy ? "Đang hủy..." : "Hủy đơn hàng"}
            </button>
          </>
        }
      >
        <CallError message={error} />
        <p>
          Nếu bạn đã chuyển tiền, đừng hủy: chúng tôi sẽ thấy khoản tiền theo mã đơn. Hủy rồi, bạn vẫn đặt lại được.
        </p>
      </Modal>
    </>
  );
}
