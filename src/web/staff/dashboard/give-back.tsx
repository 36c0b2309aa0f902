import { useId, useState } from "react";
import type { StaffRequestDetail } from "#contract/requests.ts";
import { requestName, useAssign } from "./desk-calls.ts";
import styles from "./give-back.module.css";

/** Gives a request that the member has not begun back to all, with a reason if there is one. */
export function GiveBack({ request }: { request: StaffRequestDetail }) {
  const id = useId();
  const [reason, setReason] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const assign = useAssign(request);
  async function send() {
    setIsBusy(true);
    const body = { staff_id: null, reason: reason.trim() || null };
    await assign(body, `${requestName(request)} đã trở lại danh sách chung`);
    setIsBusy(false);
  }
  return (
    <div className={styles.giveBack}>
      <div className="field">
        <label htmlFor={id}>Lý do trả lại (không bắt buộc)</label>
        <input
          id={id}
          className="input"
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <button type="button" className="btn btn--line" aria-disabled={isBusy} onClick={() => !isBusy && void send()}>
        Trả lại
      </button>
    </div>
  );
}
