import { ChevronDown, Clock3, Info } from "lucide";
import { type ReactNode, useState } from "react";
import type { PaymentDetails } from "#contract/bank.ts";
import type { PayableOrder } from "#contract/orders.ts";
import type { CustomerClaim } from "#contract/payment-state.ts";
import { dong } from "../../../lib/format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { routes } from "../../routes.ts";
import { BankApps } from "./bank-apps.tsx";
import { Claim, type ClaimTarget } from "./claim.tsx";
import { CopyButton } from "./copy-button.tsx";
import styles from "./payment.module.css";
import { PaymentCode } from "./payment-code.tsx";
import { Waiting } from "./waiting.tsx";

interface PaymentProps {
  order: PayableOrder;
  /** The customer has said to have paid. */
  onClaimed(claim: CustomerClaim): void;
}

/** How to pay an order that waits for its payment. */
export function Payment({ order, onClaimed }: PaymentProps) {
  const { payment, payment_amount, received_amount, code, page_token, premium_granted_at, claim, is_gift } = order;
  if (payment_amount === 0) {
    return (
      <p className="note note--success">
        <Icon icon={Info} />
        <span>
          Gói này miễn phí, bạn không cần chuyển khoản.{" "}
          {premium_granted_at !== null ? (
            <span>Premium đã được cộng vào tài khoản của bạn.</span>
          ) : (
            <span>
              Quản trị viên xác nhận rồi kích hoạt Premium trong <ProcessingTime />.
            </span>
          )}
        </span>
      </p>
    );
  }
  return (
    <Transfer
      what="đơn hàng"
      code={code}
      received={received_amount}
      payment={payment}
      pictureUrl={`/api/orders/${page_token}/qr.png`}
      target={{ kind: "order", token: page_token }}
      claim={claim}
      onClaimed={onClaimed}
    >
      {payment?.is_instant ? (
        `Tiền về là ${is_gift ? "món quà sẵn sàng" : "Premium mở"} ngay, thường trong vài giây.`
      ) : (
        <span>
          Quản trị viên xác nhận rồi <span>{is_gift ? "món quà sẵn sàng" : "kích hoạt Premium"}</span> trong{" "}
          <ProcessingTime />.
        </span>
      )}
    </Transfer>
  );
}

interface TransferProps {
  /** The thing that is paid for, in the middle of a sentence. */
  what: "đơn hàng" | "yêu cầu";
  code: string;
  /** Whole đồng that came already. */
  received: number;
  /** Null while no account is configured. */
  payment: PaymentDetails | null;
  /** Where the QR code is saved from. */
  pictureUrl: string;
  target: ClaimTarget;
  /** Null until the customer has said to have paid. */
  claim: CustomerClaim | null;
  onClaimed(claim: CustomerClaim): void;
  /** Says which step follows the payment. */
  children: ReactNode;
}

/** The bank account with the QR code of what is missing now, and what the customer can do about it. */
export function Transfer({
  what,
  code,
  received,
  payment,
  pictureUrl,
  target,
  claim,
  onClaimed,
  children,
}: TransferProps) {
  if (!payment) return <NoBankAccount what={what} code={code} />;
  const { amount, qr_svg, qr_code_url, transfer_content, app_links } = payment;
  return (
    <div className={styles.payment}>
      <div className={styles.news} aria-live="polite">
        {received > 0 && (
          <p className="note note--info">
            <Icon icon={Info} />
            <span>
              Đã nhận <b>{dong(received)}</b>, còn thiếu <b>{dong(amount)}</b>. Bạn chuyển nốt phần còn thiếu
              <span>{qr_svg ? " theo mã QR mới dưới đây" : ""}</span>, nội dung vẫn như cũ.
            </span>
          </p>
        )}
      </div>
      {qr_svg ? (
        <div className={styles.qr}>
          <PaymentCode payment={payment} pictureUrl={pictureUrl} />
          <BankApps links={app_links} />
        </div>
      ) : (
        <AccountCode what={what} url={qr_code_url} isOnly />
      )}
      <div className={styles.account}>
        <dl className={styles.rows}>
          <Row label="Nội dung chuyển khoản" what="nội dung chuyển khoản" value={transfer_content} kind="highlighted" />
          <Row label="Số tiền" what="số tiền" value={dong(amount)} copied={String(amount)} kind="large" />
          <Row label="Số tài khoản" what="số tài khoản" value={payment.account_number} />
          <Row label="Ngân hàng" what="tên ngân hàng" value={payment.bank_name} />
          <Row label="Chủ tài khoản" what="tên chủ tài khoản" value={payment.account_holder} />
        </dl>
        <BankDetails payment={payment} />
        <Waiting what={what} code={code} />
      </div>
      {qr_svg && <AccountCode what={what} url={qr_code_url} />}
      <p className="note">
        <Icon icon={Clock3} />
        <span>
          Chuyển <b>đúng số tiền</b> và ghi <b>đúng mã {what}</b> vào nội dung chuyển khoản. {children}
        </span>
      </p>
      <div className={styles.foot}>
        <Claim target={target} claim={claim} onClaimed={onClaimed} />
      </div>
    </div>
  );
}

function ProcessingTime() {
  return (
    <span>
      <b className={styles.time}>1–24 giờ</b> làm việc
    </span>
  );
}

function NoBankAccount({ what, code }: Pick<TransferProps, "what" | "code">) {
  return (
    <div className="note">
      <Icon icon={Info} />
      <div>
        <p>
          Thông tin thanh toán chưa được cấu hình. Vui lòng liên hệ quản trị viên và đọc mã {what} <b>{code}</b>.
        </p>
        <Link className="link" to={routes.contact.path}>
          Liên hệ quản trị viên
        </Link>
      </div>
    </div>
  );
}

const kindClasses = { large: styles.large, highlighted: styles.highlighted };

interface RowProps {
  label: string;
  what: string;
  value: string;
  /** Text that the button copies; the value by default. */
  copied?: string;
  kind?: keyof typeof kindClasses;
}

function Row({ label, what, value, copied = value, kind }: RowProps) {
  return (
    <div className={kind ? `${styles.row} ${kindClasses[kind]}` : styles.row}>
      <dt>{label}</dt>
      <dd className="num">{value}</dd>
      <dd>
        <CopyButton what={what} text={copied} />
      </dd>
    </div>
  );
}

/** The facts that a transfer within Vietnam does not need. */
function BankDetails({ payment: { branch, swift_code } }: { payment: PaymentDetails }) {
  if (!branch && !swift_code) return null;
  return (
    <details className={styles.more}>
      <summary>
        {[branch && "Chi nhánh", swift_code && "SWIFT"].filter(Boolean).join(" và ")}
        <Icon icon={ChevronDown} />
      </summary>
      <dl className={styles.rows}>
        {branch && <Row label="Chi nhánh" what="tên chi nhánh" value={branch} />}
        {swift_code && <Row label="Mã SWIFT" what="mã SWIFT" value={swift_code} />}
      </dl>
    </details>
  );
}

/** The uploaded picture of the account's code, which fills in the account alone. @param isOnly there is no code of the payment */
function AccountCode({ what, url, isOnly = false }: { what: string; url: string | null; isOnly?: boolean }) {
  const [isBroken, setBroken] = useState(false);
  if (url === null || isBroken) return null;
  return (
    <figure className={isOnly ? styles.qr : `${styles.qr} ${styles.second}`}>
      <img className={styles.picture} src={url} alt="Mã QR của tài khoản nhận" onError={() => setBroken(true)} />
      <figcaption>
        <span>
          {isOnly ? "Mở ứng dụng ngân hàng và quét mã." : `Mã của tài khoản, nếu mã của ${what} không quét được.`}
        </span>{" "}
        Bạn tự điền số tiền và nội dung.
      </figcaption>
    </figure>
  );
}
