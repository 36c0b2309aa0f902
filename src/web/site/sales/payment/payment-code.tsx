import { Download, Share2 } from "lucide";
import type { PaymentDetails } from "#contract/bank.ts";
import { dong } from "../../../lib/format.ts";
import { saveUrl } from "../../../lib/save-file.ts";
import { share, useCanSharePictures } from "../../../lib/use-share.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./payment-code.module.css";
import { NapasMark, VietQrMark } from "./payment-marks.tsx";

interface PaymentCodeProps {
  payment: PaymentDetails;
  /** Where the picture of the code is saved from. */
  pictureUrl: string;
}

/** The code of a payment, which fills in account, amount and content, on a card as banks print it. */
export function PaymentCode({ payment, pictureUrl }: PaymentCodeProps) {
  const canShare = useCanSharePictures();
  const { qr_svg, amount, transfer_content, bank_name, account_number, account_holder } = payment;
  const name = `Mã QR chuyển khoản ${dong(amount)}, nội dung ${transfer_content}`;
  return (
    <figure className={styles.figure}>
      <div className={styles.card}>
        <p className={styles.marks}>
          <VietQrMark />
          <NapasMark />
        </p>
        <div className={styles.code} role="img" aria-label={name} dangerouslySetInnerHTML={{ __html: qr_svg ?? "" }} />
        <p className={styles.payee}>
          <b>{account_holder}</b>
          <span className="num">{account_number}</span>
          <span>{bank_name}</span>
        </p>
      </div>
      <figcaption>
        <span className={styles.otherScreen}>Mở ứng dụng ngân hàng và quét mã.</span>
        <span className={styles.thisScreen}>
          <span>{canShare ? "Gửi ảnh này sang app ngân hàng, hoặc lưu rồi" : "Lưu ảnh QR, rồi"}</span> chọn ảnh này
          trong app ngân hàng.
        </span>{" "}
        Số tiền và nội dung đã được điền sẵn.
      </figcaption>
      <div className={styles.buttons}>
        {canShare && (
          <button
            type="button"
            className="btn btn--primary btn--sm"
            onClick={() => void sharePicture(name, pictureUrl)}
          >
            <Icon icon={Share2} />
            Gửi ảnh QR
          </button>
        )}
        <a className="btn btn--line btn--sm" href={pictureUrl} download>
          <Icon icon={Download} />
          Lưu ảnh QR
        </a>
      </div>
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
