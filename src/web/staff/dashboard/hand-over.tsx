import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { StaffRequestDetail } from "#contract/requests.ts";
import { useLiveTopics } from "../../resource/area/live.tsx";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { refresh, useRead } from "../../resource/data/queries.ts";
import { loadErrors, requestName, useAssign } from "./desk-calls.ts";
import styles from "./hand-over.module.css";
import { loadText } from "./team.tsx";

/** Gives a request to a colleague, chosen by how much they have to do, or back to all. */
export function HandOver({ request }: { request: StaffRequestDetail }) {
  const id = useId();
  const client = useQueryClient();
  const send = useAssign(request);
  const members = useRead("GET /api/staff/members", {}, loadErrors);
  useLiveTopics(["staff"], () => void refresh(client, ["/api/staff/members"]));
  const [chosen, setChosen] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const colleagues = (members.data?.data ?? []).filter((member) => member.id !== request.staff_id);

  async function assign(staff_id: number | null, success: string) {
    if (isBusy) return;
    setIsBusy(true);
    if (await send({ staff_id }, success)) setChosen("");
    setIsBusy(false);
  }

  const name = requestName(request);
  const colleague = colleagues.find((member) => String(member.id) === chosen);
  return (
    <div className={styles.handOver}>
      {members.error && (
        <ErrorBanner error={members.error} busy={members.isFetching} onRetry={() => void members.refetch()} />
      )}
      <div className="field">
        <label htmlFor={id}>Giao cho</label>
        <select
          id={id}
          className="select"
          data-assignee=""
          value={colleague ? chosen : ""}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value="">Chọn đồng nghiệp</option>
          {colleagues.map((member) => (
            <option key={member.id} value={member.id}>
              {member.full_name} ({loadText(member)})
            </option>
          ))}
        </select>
      </div>
      <div className={styles.acts}>
        {request.staff_id !== null && (
          <button
            type="button"
            className="btn btn--line"
            aria-disabled={isBusy}
            onClick={() => void assign(null, `${name} đã trở lại danh sách chung`)}
          >
            Trả về danh sách chung
          </button>
        )}
        <button
          type="button"
          className="btn btn--line"
          disabled={!colleague}
          title={colleague ? undefined : "Bạn chọn đồng nghiệp đã nhé"}
          aria-disabled={isBusy}
          onClick={() =>
            colleague && void assign(colleague.id, `Đã giao ${name.toLocaleLowerCase("vi")} cho ${colleague.full_name}`)
          }
        >
          Giao việc
        </button>
      </div>
    </div>
  );
}
