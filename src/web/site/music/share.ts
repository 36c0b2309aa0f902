import { copyText } from "../../lib/copy-text.ts";

export function shareMessage(title: string): string {
  return `Nghe bài hát "${title}" trên Ngân Nga`;
}

export function facebookShare(pageUrl: string, message: string): string {
  return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: pageUrl, quote: message })}`;
}

/** Returns the URL of Zalo's share page; its payload is base64 JSON, escaped twice. */
export function zaloShare(pageUrl: string, message: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ url: pageUrl, title: message }));
  const payload = encodeURIComponent(btoa(String.fromCharCode(...bytes)));
  return `https://button-share.zalo.me/share_external?${new URLSearchParams({ layout: "1", d: payload, shareType: "0" })}`;
}

/** Opens a share page in a window of 600 × 400 pixels. */
export function openShareWindow(url: string): void {
  window.open(url, "_blank", "width=600,height=400,noopener");
}

/** Copies the URL of a page, or shows it to be copied by hand. Returns whether it was copied. */
export async function copyPageLink(url = window.location.href): Promise<boolean> {
  const isCopied = await copyText(url);
  if (!isCopied) window.prompt("Bạn sao chép link này nhé:", url);
  return isCopied;
}
