import { useHydrated } from "./use-hydrated.ts";

/** Returns whether the browser opens a share sheet with a link; false for the server's page. */
export function useCanShare(): boolean {
  return useHydrated() && "share" in navigator;
}

/** Returns whether the device is held and touched, and shares pictures with its apps; false for the server's page. */
export function useCanSharePictures(): boolean {
  if (!useHydrated() || !window.matchMedia("(pointer: coarse)").matches) return false;
  // Older browsers lack it, as do pages over plain HTTP.
  return navigator.canShare?.({ files: [new File([""], "qr.png", { type: "image/png" })] }) ?? false;
}

/** Opens the share sheet. Returns false when it could not be opened; closing it is no failure. */
export async function share(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
