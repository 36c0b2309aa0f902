import { readStored } from "../../lib/storage.ts";
import { Banner } from "../../resource/controls/banner.tsx";

export type Notice = { kind: "success" | "danger"; text: string } | undefined;

const missingTokenMessage = "Không tìm thấy token xác thực. Vui lòng đăng nhập lại.";

/** The notice of a missing administrator token, or undefined. */
export function missingTokenNotice(): Notice {
  return readStored("adminToken") ? undefined : { kind: "danger", text: missingTokenMessage };
}

/** Live region of the notice. Mounted while empty, so that screen readers announce the first notice. */
export function NoticeRegion({ notice }: { notice: Notice }) {
  return <div aria-live="polite">{notice && <Banner kind={notice.kind}>{notice.text}</Banner>}</div>;
}
