/** What other sources told of a transfer again; what is other money after all becomes a transfer of its own. */
import { Split } from "lucide";
import type { TransferDetail, TransferTelling } from "#contract/payments.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useSendLoosely } from "../../resource/data/queries.ts";
import { Icon } from "../../ui/icon.tsx";
import { actErrors, paymentRefreshes } from "./payment-calls.ts";
import styles from "./transfer-dialog.module.css";
import { sourceText } from "./transfer-states.tsx";

export function ToldAgain({ detail }: { detail: TransferDetail }) {
  const confirm = useConfirm();
  const toast = useAreaToast();
  const send = useSendLoosely(paymentRefreshes);
  const { tellings } = detail;
  if (tellings.length === 0) return null;

  async function split(telling: TransferTelling) {
    const isConfirmed = await confirm({
      title: "Tách thành giao dịch riêng?",
      text: (
        <p>
          Chỉ tách khi ngân hàng có hai lần chuyển tiền thật. Giao dịch mới được ghép với đơn như mọi giao dịch khác.
        </p>
      ),
      action: "Tách ra",
    });
    if (!isConfirmed) return;
    try {
      await send("POST /api/admin/payments/tellings/{id}/split", { params: { id: telling.id } }, actErrors);
      toast("Đã tách thành giao dịch riêng");
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }

  return (
    <details className={styles.part}>
      <summary>Được báo lại {tellings.length} lần</summary>
      <ul className={`rows ${styles.list}`}>
        {tellings.map((telling) => {
          const source = sourceText(telling);
          return (
            <li key={telling.id}>
              <span>
                {source}, <span className="num">{shortDateTime(telling.told_at)}</span>
              </span>
              {telling.can_split && (
                <button
                  type="button"
                  className="btn btn--line btn--sm"
                  aria-label={`Tách riêng: ${source}`}
                  onClick={() => void split(telling)}
                >
                  <Icon icon={Split} />
                  Tách riêng
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
