import { Trash2 } from "lucide";
import { groupedNumber } from "../../lib/format.ts";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useRead, useSend } from "../../resource/data/queries.ts";
import { Icon } from "../../ui/icon.tsx";
import { binRefreshes, loadErrors, removeErrors } from "./bin-calls.ts";

/** Removes all items for good, after a question with their number; nothing while there are none. */
export function EmptyBin() {
  const counts = useRead("GET /api/admin/bin/counts", {}, loadErrors);
  const send = useSend(binRefreshes);
  const confirm = useConfirm();
  const toast = useAreaToast();
  const all = counts.data?.data.all ?? 0;
  if (all === 0) return null;
  async function empty() {
    const isMeant = await confirm({
      title: "Dọn sạch thùng rác",
      text: `Xóa hẳn cả ${groupedNumber(all)} mục cùng file của chúng? Không khôi phục được nữa.`,
      action: "Dọn sạch",
      danger: true,
    });
    if (!isMeant) return;
    try {
      const { data } = await send("DELETE /api/admin/bin", {}, removeErrors);
      toast(`Đã xóa hẳn ${groupedNumber(data.removed)} mục`);
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }
  return (
    <button type="button" className="btn btn--line" onClick={() => void empty()}>
      <Icon icon={Trash2} />
      <span className="btn__text">Dọn sạch</span>
    </button>
  );
}
