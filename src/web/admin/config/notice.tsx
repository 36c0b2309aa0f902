import { readStored } from "../../lib/storage.ts";
import { Banner } from "../../resource/banner.tsx";

/** What became of the last try, below the form. */
export type Notice = { kind: "success" | "danger"; text: string } | undefined;

const noToken = "Không tìm thấy token xác thực. Vui lòng đăng nhập lại.";

/** The notice for who has no token to send. */
export function missingToken(): Notice {
  return readStored("adminToken") ? undefined : { kind: "danger", text: noToken };
}

/** The place of the notice. It stands before there is one, so that screen readers hear of it. */
export function NoticePlace({ notice }: { notice: Notice }) {
  return <div aria-live="polite">{notice && <Banner kind={notice.kind}>{notice.text}</Banner>}</div>;
}
