import { useQueryClient } from "@tanstack/react-query";
import { Hand } from "lucide";
import type { StaffRequest } from "#contract/requests.ts";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, refresh, useChange, useSend } from "../../resource/data/queries.ts";
import { Icon } from "../../ui/icon.tsx";
import { claimErrors, deskRefreshes, requestName, updateErrors } from "./desk-calls.ts";

interface ClaimButtonProps {
  request: Pick<StaffRequest, "id">;
  /** The step that the view waits for, not one of a row's. */
  isMain?: boolean;
}

/** Takes a request for the member. When a colleague was faster, the server tells so and the list is read again. */
export function ClaimButton({ request, isMain = false }: ClaimButtonProps) {
  const client = useQueryClient();
  const toast = useAreaToast();
  const name = requestName(request);
  const claim = useChange("PUT /api/staff/requests/{id}/assign", { refreshes: deskRefreshes, ...claimErrors });
  const sendBack = useSend(deskRefreshes);
  async function undo() {
    try {
      const input = { params: { id: request.id }, body: { staff_id: null } };
      await sendBack("PUT /api/staff/requests/{id}/assign", input, updateErrors);
      toast(`${name} đã trở lại danh sách chung`);
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }
  async function send() {
    try {
      await claim.mutateAsync({ params: { id: request.id }, body: {} });
      toast(`Bạn đã nhận ${name.toLocaleLowerCase("vi")}`, undefined, {
        label: "Hoàn tác",
        onPress: () => void undo(),
      });
    } catch (error) {
      toast(errorMessage(error), "danger");
      void refresh(client, deskRefreshes);
    }
  }
  return (
    <button
      type="button"
      className={isMain ? "btn btn--primary" : "btn btn--line btn--sm"}
      aria-label={`Nhận việc: ${name}`}
      aria-keyshortcuts="C"
      title="Nhận việc (C)"
      aria-disabled={claim.isPending}
      onClick={() => !claim.isPending && void send()}
    >
      <Icon icon={Hand} />
      {claim.isPending ? "Đang nhận..." : "Nhận việc"}
    </button>
  );
}
