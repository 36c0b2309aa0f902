import { ChevronDown, Clock3, Download, Info, Share2 } from "lucide";
import { type ReactNode, useState } from "react";
import type { PaymentDetails } from "#contract/bank.ts";
import type { PayableOrder } from "#contract/orders.ts";
import { dong } from "../../lib/format.ts";
import { saveUrl } from "../../lib/save-file.ts";
import { share, useCanSharePictures } from "../../lib/use-share.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { routes } from "../routes.ts";
import { CopyButton } from "./copy-button.tsx";
import styles from "./payment.module.css";

/** How to pay an order that waits for its payment. */
export function Payment({ order }: { order: PayableOrder }) {
  const { payment, payment_amount, code, page_token, premium_granted_at } = order;
  if (payment_amount === 0) {
    return (
      <p className="note note--success">
        <Icon icon={Info} />
        <span>
          Gói này miễn phí, bạn không cần chuyển khoản.{" "}
          {premium_granted_at !== null ? (
            "Premium đã được cộng vào tài khoản của bạn."
          ) : (
            <>
              Quản trị viên xác nhận rồi kích hoạt Premium trong <ProcessingTime />.
            </>
          )}
        </span>
      </p>
    );
  }
  return (
    <Transfer
      what="đơn hàng"
      code={code}
      amount={payment_amount}
      payment={payment}
      pictureUrl={`/api/orders/${page_token}/qr.png`}
    >
      Quản trị viên xác nhận rồi kích hoạt Premium trong <ProcessingTime />.
    </Transfer>
  );
}

interface TransferProps {
  /** The thing that is paid for, in the middle of a sentence: `đơn hàng` */
  what: string;
  code: string;
  /** Whole đồng, more than 0. */
  amount: number;
  /** Null while no account is configured. */
  payment: PaymentDetails | null;
  /** Where the QR code is saved from. */
  pictureUrl: string;
  /** Says which step follows the payment. */
  children: ReactNode;
}

/** The bank account with the QR code of one payment. */
export function Transfer({ what, code, amount, payment, pictureUrl, children }: TransferProps) {
  if (!payment) return <NoBankAccount what={what} code={code} />;
  const { qr_svg, qr_code_url, transfer_content } = payment;
  const codeName = `Mã QR chuyển khoản ${dong(amount)}, nội dung ${transfer_content}`;
  return (
    <div className={styles.payment}>
      {qr_svg ? (
        <PaymentCode name={codeName} svg={qr_svg} pictureUrl={pictureUrl} />
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
      </div>
      {qr_svg && <AccountCode what={what} url={qr_code_url} />}
      <p className="note">
        <Icon icon={Clock3} />
        <span>
          Chuyển <b>đúng số tiền</b> và ghi <b>đúng mã {what}</b> vào nội dung chuyển khoản. {children}
        </span>
      </p>
    </div>
  );
}

function ProcessingTime() {
  return (
    <>
      <b className={styles.time}>1–24 giờ</b> làm việc
    </>
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

/** The code of this payment, which fills in account, amount and content. */
function PaymentCode({ name, svg, pictureUrl }: { name: string; svg: string; pictureUrl: string }) {
  const canShare = useCanSharePictures();
  return (
    <figure className={styles.qr}>
      <div className={styles.code} role="img" aria-label={name} dangerouslySetInnerHTML={{ __html: svg }} />
      <figcaption>
        <span className={styles.otherScreen}>Mở ứng dụng ngân hàng và quét mã.</span>
        <span className={styles.thisScreen}>
          {canShare ? "Gửi ảnh này sang app ngân hàng, hoặc lưu rồi" : "Lưu ảnh QR, rồi"} chọn ảnh này trong app ngân
          hàng.
        </span>{" "}
        Số tiền và nội dung đã được điền sẵn.
      </figcaption>
      {canShare ? (
        <button type="button" className="btn btn--primary btn--sm" onClick={() => void sharePicture(name, pictureUrl)}>
          <Icon icon={Share2} />
          Gửi ảnh QR
        </button>
      ) : (
        <a className="btn btn--line btn--sm" href={pictureUrl} download>
          <Icon icon={Download} />
          Lưu ảnh QR
        </a>
      )}
    </figure>
  );
}

/** Shares the picture with another app of the device; saves it where that fails. */
async function sharePicture(title: string, pictureUrl: string): Promise<void> {
  try {
    const response = await fetch(pictureUrl);
    if (!response.ok) throw new Error(`The picture was answered with ${response.status}.`);
    const file = new File([await response.blob()], "QR-chuyen-khoan.png", { type: "image/png" });
    if (await share({ title, files: [file] })) return;
  } catch {
    // Without a response the browser's own download tells why.
  }
  saveUrl(pictureUrl);
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
      <img className={styles.code} src={url} alt="Mã QR của tài khoản nhận" onError={() => setBroken(true)} />
      <figcaption>
        {isOnly ? "Mở ứng dụng ngân hàng và quét mã." : `Mã của tài khoản, nếu mã của ${what} không quét được.`} Bạn tự
        điền số tiền và nội dung.
      </figcaption>
    </figure>
  );
}
