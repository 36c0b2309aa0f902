import { share, useCanShare } from "../../lib/use-share.ts";
import { useToast } from "../../ui/toast.tsx";
import { copyPageLink, shareMessage } from "./share.ts";

export interface SharedSong {
  title: string;
  /** The page of the song; the present page by default. */
  path?: string;
}

/** Returns ways to share a song's page: its link, which is copied, and the device's share sheet, where there is one. */
export function useShareLink({ title, path }: SharedSong) {
  const canShare = useCanShare();
  const showToast = useToast();

  const address = () => (path === undefined ? window.location.href : new URL(path, window.location.origin).href);

  async function copy() {
    if (await copyPageLink(address())) showToast("Đã sao chép liên kết");
  }

  async function openSheet() {
    if (!(await share({ title, text: shareMessage(title), url: address() }))) await copy();
  }

  return { canShare, copy, openSheet };
}
