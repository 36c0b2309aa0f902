import { Check, Copy, Trash2 } from "lucide";
import { useState } from "react";
import { useCopy } from "../../../lib/use-copy.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useToast } from "../../../ui/toast.tsx";
import styles from "./lyrics-approval.module.css";
import { forgetRemarks, unsentRemarks } from "./use-lyrics-draft.ts";

/** Remarks about lyrics that stopped waiting before they were sent. */
export function UnsentRemarks({ requestId }: { requestId: number }) {
  const [text, setText] = useState(() => unsentRemarks(requestId));
  const { isCopied, copy } = useCopy("góp ý", text, useToast());
  if (text === "") return null;
  return (
    <section className={`card ${styles.approval}`} aria-labelledby="unsent-remarks">
      <h2 id="unsent-remarks">Góp ý bạn chưa gửi</h2>
      <p>Lời này không còn chờ bạn duyệt nữa. Những gì bạn viết vẫn ở đây, bạn sao chép rồi gửi ở mục Trao đổi nhé.</p>
      <blockquote className={styles.quote}>
        <p>{text}</p>
      </blockquote>
      <div className={styles.answers}>
        <button type="button" className="btn btn--line" onClick={() => void copy()}>
          <Icon icon={isCopied ? Check : Copy} />
          Sao chép góp ý
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => {
            forgetRemarks(requestId);
            setText("");
          }}
        >
          <Icon icon={Trash2} />
          Bỏ góp ý này
        </button>
      </div>
    </section>
  );
}
