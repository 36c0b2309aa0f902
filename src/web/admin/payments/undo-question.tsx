import { useState } from "react";
import type { TransferAllocation, TransferDetail, UndoPreview } from "#contract/payments.ts";
import { shortDate } from "../../lib/dates.ts";
import { dong } from "../../lib/format.ts";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { Modal } from "../../resource/controls/modal.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { loadErrors, useDecision } from "./payment-calls.ts";
import styles from "./undo-question.module.css";

interface UndoQuestionProps {
  transfer: TransferDetail;
  allocation: TransferAllocation;
  onClose: () => void;
  onDone: () => void;
}

/** Says what undoing an allocation changes, and asks whether the Premium that the order gave is taken back. */
export function UndoQuestion({ transfer, allocation, onClose, onDone }: UndoQuestionProps) {
  const { id, amount, payable } = allocation;
  const decide = useDecision(transfer);
  const [isBusy, setIsBusy] = useState(false);
  const read = useRead("GET /api/admin/payments/allocations/{id}/undo", { params: { id } }, loadErrors);
  const preview = read.isPlaceholderData ? undefined : read.data?.data;

  async function undo(take_back_premium?: boolean) {
    if (isBusy) return;
    setIsBusy(true);
    const what = { kind: "allocation" as const, id, ...(take_back_premium === undefined ? {} : { take_back_premium }) };
    const isDone = await decide("POST /api/admin/payments/{id}/undo", { what }, "Đã hoàn tác");
    setIsBusy(false);
    if (!isDone) return;
    onClose();
    onDone();
  }
  return (
    <Modal
      open
      role="alertdialog"
      width={38}
      title={`Hoàn tác ${dong(amount)}?`}
      onClose={() => !isBusy && onClose()}
      foot={
        <div className={styles.foot}>
          <button type="button" className="btn btn--line" onClick={onClose}>
            Hủy
          </button>
          {preview && preview.premium === null && (
            <button type="button" className="btn btn--primary" aria-disabled={isBusy} onClick={() => void undo()}>
              Hoàn tác
            </button>
          )}
          {preview?.premium && (
            <>
              <button type="button" className="btn btn--line" aria-disabled={isBusy} onClick={() => void undo(false)}>
                Hoàn tác, giữ Premium
              </button>
              <button type="button" className="btn btn--danger" aria-disabled={isBusy} onClick={() => void undo(true)}>
                Hoàn tác và thu lại Premium
              </button>
            </>
          )}
        </div>
      }
    >
      <div className="confirm" aria-live="polite">
        {read.error ? (
          <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />
        ) : preview ? (
          <Effects preview={preview} code={payable?.code ?? "Đơn đã xóa"} />
        ) : (
          <p>Đang xem những gì thay đổi…</p>
        )}
      </div>
    </Modal>
  );
}

function Effects({ preview: { is_unpaid_then, premium }, code }: { preview: UndoPreview; code: string }) {
  return (
    <>
      <p>
        Số tiền trở về giao dịch này.{" "}
        {is_unpaid_then ? `${code} không còn là đã thanh toán.` : `${code} giữ nguyên tình trạng thanh toán.`}
      </p>
      {premium && (
        <p>
          Đơn đã cộng Premium cho <b>{premium.username}</b>,{" "}
          {premium.expires_at === null ? "không có hạn" : `hạn đến ${shortDate(premium.expires_at)}`}. Nếu thu lại,{" "}
          <b>
            {premium.expires_at_then === null
              ? "tài khoản không còn Premium"
              : `Premium còn đến ${shortDate(premium.expires_at_then)}`}
          </b>
          .
        </p>
      )}
    </>
  );
}
