/** A payment of 1.000 ₫ by which the account is tried out. */

import { dong } from "../../lib/format.ts";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { Modal } from "../../resource/controls/modal.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { Fact } from "../../ui/fact.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { unreachable } from "./bank-calls.ts";
import styles from "./test-payment.module.css";

export function TestPayment({ onClose }: { onClose: () => void }) {
  const read = useRead(
    "GET /api/bank-config/test-payment",
    {},
    { fallback: "Có lỗi xảy ra khi tạo mã quét thử", unreachable },
  );
  const payment = read.data?.data;
  return (
    <Modal open title="Quét thử 1.000 ₫" onClose={onClose}>
      {read.error && <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />}
      {read.isPending && <Skeleton className={styles.code} />}
      {payment && (
        <div className={styles.test}>
          <div
            className={styles.code}
            role="img"
            aria-label={`Mã VietQR ${dong(payment.amount)} đến ${payment.account_holder}`}
            dangerouslySetInnerHTML={{ __html: payment.qr_svg ?? "" }}
          />
          <p>Mở ứng dụng ngân hàng và quét mã. Ứng dụng phải hiện đúng những dòng này:</p>
          <dl className="dl">
            <Fact label="Người nhận">{payment.account_holder}</Fact>
            <Fact label="Ngân hàng">{payment.bank_name}</Fact>
            <Fact label="Số tài khoản">
              <span className="num">{payment.account_number}</span>
            </Fact>
            <Fact label="Số tiền">
              <span className="num">{dong(payment.amount)}</span>
            </Fact>
            <Fact label="Nội dung">{payment.transfer_content}</Fact>
          </dl>
          <p className="muted">
            Không cần chuyển tiền. Nếu bạn chuyển thật, khoản này không khớp đơn nào và nằm ở{" "}
            <Link className="link" to="/admin/payments">
              Đối soát
            </Link>
            .
          </p>
        </div>
      )}
    </Modal>
  );
}
