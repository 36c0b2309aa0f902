import { useEffect, useState } from "react";
import styles from "./waiting.module.css";

/** Milliseconds after which most transfers would have come. */
const longWait = 30 * 60_000;

/** Says that the page waits for the money; after half an hour that nobody need wait here. */
export function Waiting({ what, code }: { what: "đơn hàng" | "yêu cầu"; code: string }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longWait);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className={styles.waiting} aria-live="polite">
      <span className={styles.dot} />
      {isLong ? (
        <span>
          Chưa thấy tiền về. Bạn cứ đóng trang này: khoản chuyển có mã <b className="num">{code}</b> vẫn được tìm thấy,
          kể cả khi tiền về muộn, và {what} tự chuyển sang bước tiếp theo.
        </span>
      ) : (
        <span>
          <b>Đang chờ tiền về…</b> Trang này tự đổi khi nhận được tiền, bạn không cần tải lại.
        </span>
      )}
    </p>
  );
}
