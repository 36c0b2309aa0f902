import { useId, useState } from "react";
import type { StaffRequestDetail } from "#contract/requests.ts";
import { useToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useChange } from "../../resource/data/queries.ts";
import { deskRefreshes, requestName, updateErrors } from "./desk-calls.ts";
import styles from "./give-back.module.css";

/** Gives a request that the member has not begun back to all, with a reason if there is one. */
export function GiveBack({ request }: { request: StaffRequestDetail }) {
  const id = useId();
  const toast = useToast();
  const [reason, setReason] = useState("");
  const giveBack = useChange("PUT /api/staff/requests/{id}/assign", {
    refreshes: deskRefreshes,
    successMessage: `${requestName(request)} đã trở lại danh sách chung`,
    ...updateErrors,
  });
  const send = () =>
    giveBack
      .mutateAsync({ params: { id: request.id }, body: { staff_id: null, reason: reason.trim() || null } })
      .catch((error: unknown) => toast(errorMessage(error), "danger"));
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
      <button
        type="button"
        className="btn btn--line"
        aria-disabled={giveBack.isPending}
        onClick={() => !giveBack.isPending && void send()}
      >
        Trả lại
      </button>
    </div>
  );
}
