import { Check, Copy, Download } from "lucide";
import { useId, useRef, useState } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { useCopy } from "../../lib/use-copy.ts";
import { ErrorText } from "../../ui/error-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Modal } from "../controls/modal.tsx";
import { useAreaToast } from "../controls/toast.tsx";
import styles from "./security.module.css";

interface KeepCodesProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows recovery codes, which no one can show again, until their owner says that they are stored. */
export function KeepCodes({ codes, onClose }: KeepCodesProps) {
  const id = useId();
  const checkbox = useRef<HTMLInputElement>(null);
  const [isStored, setIsStored] = useState(false);
  const [isReminded, setIsReminded] = useState(false);
  const text = codes.join("\n");
  const { isCopied, copy } = useCopy("mã khôi phục", text, useAreaToast());
  const close = () => {
    if (isStored) return onClose();
    setIsReminded(true);
    checkbox.current?.focus();
  };
  const save = () =>
    saveFile(
      new Blob([`Mã khôi phục của Ngân Nga, mỗi mã dùng một lần\n\n${text}\n`], { type: "text/plain;charset=utf-8" }),
      "ngan-nga-ma-khoi-phuc.txt",
    );
  return (
    <Modal
      open
      title="Mã khôi phục"
      isReadFirst
      onClose={close}
      foot={
        <button type="button" className="btn btn--primary" onClick={close}>
          Xong
        </button>
      }
    >
      <div className={styles.keep}>
        <p>
          Mất điện thoại thì đăng nhập bằng một trong các mã này. Mỗi mã dùng một lần. Các mã chỉ hiện lần này, hãy cất
          ở nơi an toàn, không chung với mật khẩu.
        </p>
        <ul className={styles.codes} aria-label="Mã khôi phục">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={styles.buttons}>
          <button type="button" className="btn btn--line" onClick={() => void copy()}>
            <Icon icon={isCopied ? Check : Copy} />
            Sao chép
          </button>
          <button type="button" className="btn btn--line" onClick={save}>
            <Icon icon={Download} />
            Tải về
          </button>
        </div>
        <div>
          <label className="check-line">
            <input
              ref={checkbox}
              type="checkbox"
              checked={isStored}
              aria-describedby={isReminded && !isStored ? `${id}-reminder` : undefined}
              onChange={(event) => setIsStored(event.currentTarget.checked)}
            />
            Tôi đã cất các mã này
          </label>
          {isReminded && !isStored && (
            <ErrorText id={`${id}-reminder`} isAnnounced>
              Hãy cất các mã rồi đánh dấu vào ô này.
            </ErrorText>
          )}
        </div>
      </div>
    </Modal>
  );
}
