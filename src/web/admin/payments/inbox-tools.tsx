/** Controls in the heading of the reconciliation. */
import { CloudDownload } from "lucide";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useChange, useRead } from "../../resource/data/queries.ts";
import type { FilterProps } from "../../resource/resource.ts";
import { Icon } from "../../ui/icon.tsx";
import { loadErrors, paymentRefreshes } from "./payment-calls.ts";
import { StatementDrop } from "./statement-drop.tsx";
import { SumsButton } from "./sums.tsx";
import { originLabels } from "./transfer-states.tsx";

export function InboxTools({ filter }: FilterProps) {
  return (
    <>
      <PollButton />
      <SumsButton filter={filter} />
      <StatementDrop />
    </>
  );
}

/** Asks the services for what was missed; shown while one of them can be asked. */
function PollButton() {
  const toast = useAreaToast();
  const providers = useRead("GET /api/admin/payments/providers", {}, loadErrors);
  const poll = useChange("POST /api/admin/payments/poll", {
    refreshes: paymentRefreshes,
    fallback: "Không hỏi được dịch vụ, vui lòng thử lại sau",
    timeout: 60_000,
  });
  if (!providers.data?.data.some(({ can_poll }) => can_poll)) return null;
  async function ask() {
    try {
      const { data } = await poll.mutateAsync({});
      const failed = data.filter(({ poll_error }) => poll_error !== null);
      if (failed.length === 0) toast("Đã hỏi lại, danh sách là mới nhất");
      for (const { provider, poll_error } of failed) toast(`${originLabels[provider]}: ${poll_error}`, "danger");
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }
  return (
    <button
      type="button"
      className="btn btn--line"
      aria-disabled={poll.isPending}
      onClick={() => !poll.isPending && void ask()}
    >
      <Icon icon={CloudDownload} />
      <span className="btn__text">{poll.isPending ? "Đang hỏi..." : "Hỏi lại dịch vụ"}</span>
    </button>
  );
}
