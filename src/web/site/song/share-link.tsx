import { Link2, Share2 } from "lucide";
import { share, useCanShare } from "../../lib/use-share.ts";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toast.tsx";
import { copyPageLink, shareMessage } from "./share.ts";

interface ShareLinkProps {
  title: string;
  /** The page of the song; the present page by default. */
  path?: string;
}

/** Shares a song's page by the device's share sheet, where there is one, or copies its link. */
export function ShareLink({ title, path }: ShareLinkProps) {
  const canShare = useCanShare();
  const showToast = useToast();

  const address = () => (path === undefined ? window.location.href : new URL(path, window.location.origin).href);

  async function copy() {
    if (await copyPageLink(address())) showToast("Đã sao chép liên kết");
  }

  async function openSheet() {
    if (!(await share({ title, text: shareMessage(title), url: address() }))) await copy();
  }

  return (
    <>
      {canShare && (
        <button type="button" className="btn btn--sm btn--line" onClick={() => void openSheet()}>
          <Icon icon={Share2} />
          <span>Chia sẻ…</span>
        </button>
      )}
      <button type="button" className="btn btn--sm btn--line" onClick={() => void copy()}>
        <Icon icon={Link2} />
        <span>Sao chép liên kết</span>
      </button>
    </>
  );
}
