import { Clock3, Download, Info } from "lucide";
import { useState } from "react";
import type { PaymentDetails } from "#contract/bank.ts";
import type { PayableOrder } from "#contract/orders.ts";
import { dong } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { routes } from "../routes.ts";
import { CopyButton } from "./copy-button.tsx";
import "./payment.css";

/** How to pay an order that waits for its payment. */
export function Payment({ order }: { order: PayableOrder }) {
  const { payment, payment_amount, code } = order;
  if (payment_amount === 0) {
    return (
      <p className="note note--success">
        <Icon icon={Info} />
        <span>
          Gói này miễn phí, bạn không cần chuyển khoản. Quản trị viên xác nhận rồi kích hoạt Premium trong{" "}
          <ProcessingTime />.
        </span>
      </p>
    );
  }
  if (!payment) return <NoBankAccount code={code} />;
  const { qr_svg, qr_code_url } = payment;
  return (
    <div className="payment">
      {qr_svg ? <OrderCode order={order} payment={payment} svg={qr_svg} /> : <AccountCode url={qr_code_url} isOnly />}
      <dl className="payment__rows">
        <Row label="Số tiền" what="số tiền" value={dong(payment_amount)} copied={String(payment_amount)} kind="large" />
        <Row label="Ngân hàng" what="tên ngân hàng" value={payment.bank_name} />
        <Row label="Số tài khoản" what="số tài khoản" value={payment.account_number} />
        <Row label="Chủ tài khoản" what="tên chủ tài khoản" value={payment.account_holder} />
        {payment.branch && <Row label="Chi nhánh" what="tên chi nhánh" value={payment.branch} />}
        {payment.swift_code && <Row label="Mã SWIFT" what="mã SWIFT" value={payment.swift_code} />}
        <Row
          label="Nội dung chuyển khoản"
          what="nội dung chuyển khoản"
          value={payment.transfer_content}
          kind="highlighted"
        />
      </dl>
      {qr_svg && <AccountCode url={qr_code_url} />}
      <p className="note">
        <Icon icon={Clock3} />
        <span>
          Chuyển <b>đúng số tiền</b> và ghi <b>đúng mã đơn hàng</b> vào nội dung chuyển khoản. Quản trị viên xác nhận
          rồi kích hoạt Premium trong <ProcessingTime />.
        </span>
      </p>
    </div>
  );
}

function ProcessingTime() {
  return (
    <>
      <b className="payment__time">1–24 giờ</b> làm việc
    </>
  );
}

function NoBankAccount({ code }: { code: string }) {
  return (
    <div className="note">
      <Icon icon={Info} />
      <div>
        <p>
          Thông tin thanh toán chưa được cấu hình. Vui lòng liên hệ quản trị viên và đọc mã đơn hàng <b>{code}</b>.
        </p>
        <Link className="link" to={routes.contact.path}>
          Liên hệ quản trị viên
        </Link>
      </div>
    </div>
  );
}

interface RowProps {
  label: string;
  what: string;
  value: string;
  /** Text that the button copies; the value by default. */
  copied?: string;
  kind?: "large" | "highlighted";
}

function Row({ label, what, value, copied = value, kind }: RowProps) {
  return (
    <div className={kind ? `payment__row payment__row--${kind}` : "payment__row"}>
      <dt>{label}</dt>
      <dd className="num">{value}</dd>
      <dd>
        <CopyButton what={what} text={copied} />
      </dd>
    </div>
  );
}

/** The code of this order, which fills in account, amount and content. */
function OrderCode({ order, payment, svg }: { order: PayableOrder; payment: PaymentDetails; svg: string }) {
  return (
    <figure className="payment__qr">
      <div
        className="payment__code"
        role="img"
        aria-label={`Mã QR chuyển khoản ${dong(order.payment_amount)}, nội dung ${payment.transfer_content}`}
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <figcaption>Mở ứng dụng ngân hàng và quét mã. Số tiền và nội dung đã được điền sẵn.</figcaption>
      <a className="btn btn--line btn--sm" href={`/api/orders/${order.page_token}/qr.png`} download>
        <Icon icon={Download} />
        Lưu ảnh QR
      </a>
    </figure>
  );
}

/** The uploaded picture of the account's code, which fills in the account alone. @param isOnly there is no code of the order */
function AccountCode({ url, isOnly = false }: { url: string | null; isOnly?: boolean }) {
  const [isBroken, setBroken] = useState(false);
  if (url === null || isBroken) return null;
  return (
    <figure className={isOnly ? "payment__qr" : "payment__qr payment__qr--second"}>
      <img className="payment__code" src={url} alt="Mã QR của tài khoản nhận" onError={() => setBroken(true)} />
      <figcaption>
        {isOnly ? "Mở ứng dụng ngân hàng và quét mã." : "Mã của tài khoản, nếu mã của đơn hàng không quét được."} Bạn tự
        điền số tiền và nội dung.
      </figcaption>
    </figure>
  );
}
