import { useQueryClient } from "@tanstack/react-query";
import { Hand } from "lucide";
import type { StaffRequest } from "#contract/requests.ts";
import { useToast } from "../../resource/controls/toast.tsx";
import { errorMessage, refresh, useChange } from "../../resource/data/queries.ts";
import { Icon } from "../../ui/icon.tsx";
import { claimErrors, deskRefreshes, requestName } from "./desk-calls.ts";

interface ClaimButtonProps {
  request: Pick<StaffRequest, "id">;
  className: string;
}

/** Takes a request for the member. When a colleague was faster, the server tells so and the list is read again. */
export function ClaimButton({ request, className }: ClaimButtonProps) {
  const client = useQueryClient();
  const toast = useToast();
  const name = requestName(request);
  const claim = useChange("PUT /api/staff/requests/{id}/assign", {
    refreshes: deskRefreshes,
    successMessage: `Bạn đã nhận ${name.toLocaleLowerCase("vi")}`,
    ...claimErrors,
  });
  async function send() {
    try {
      await claim.mutateAsync({ params: { id: request.id }, body: {} });
    } catch (error) {
      toast(errorMessage(error), "danger");
      void refresh(client, deskRefreshes);
    }
  }
  return (
    <button
      type="button"
      className={`btn btn--primary claim ${className}`}
      aria-label={`Nhận việc: ${name}`}
      aria-disabled={claim.isPending}
      onClick={() => !claim.isPending && void send()}
    >
      <Icon icon={Hand} />
      {claim.isPending ? "Đang nhận..." : "Nhận việc"}
    </button>
  );
}
