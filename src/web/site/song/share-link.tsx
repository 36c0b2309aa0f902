import { Link2, Share2 } from "lucide";
import { share, useCanShare } from "../../lib/use-share.ts";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toast.tsx";
import { copyPageLink, shareMessage } from "./share.ts";

/** Shares the page by the device's share sheet, where there is one, or copies its link. */
export function ShareLink({ title }: { title: string }) {
  const canShare = useCanShare();
  const showToast = useToast();

  async function copy() {
    if (await copyPageLink()) showToast("Đã sao chép liên kết");
  }

  async function openSheet() {
    const url = window.location.href;
    if (!(await share({ title, text: shareMessage(title), url }))) await copy();
  }

  return (
    <>
      {canShare && (
        <button type="button" className="btn btn--sm btn--line" onClick={() => void openSheet()}>
          <Icon icon={Share2} />
          Chia sẻ…
        </button>
      )}
      <button type="button" className="btn btn--sm btn--line" onClick={() => void copy()}>
        <Icon icon={Link2} />
        Sao chép liên kết
      </button>
    </>
  );
}
