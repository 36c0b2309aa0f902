import { Download } from "lucide";
import { download } from "../../lib/download.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useAction } from "../../lib/use-action.ts";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toast.tsx";

const failedMessage = "Chưa tải được dữ liệu. Bạn thử lại nhé.";

/** Saves everything that the site holds about the user. */
export function DataExport() {
  const showToast = useToast();
  const { isBusy, run } = useAction(failedMessage, (message) => showToast(message, "danger"));

  const save = () =>
    run(async () => {
      const { fileName, content } = await download("GET /api/user/export", { as: "user", fallback: failedMessage });
      saveFile(content, fileName);
      showToast("Đã tải dữ liệu của bạn về máy");
    });

  return (
    <>
      <p>
        Mọi điều chúng tôi giữ về bạn, trong một file JSON: tài khoản, các phiên đăng nhập, đơn hàng, yêu cầu đặt bài
        hát, lượt thích, danh sách phát, sổ từ, lượt nghe gần đây và các tin đã gửi cho bạn.
      </p>
      <button type="button" className="btn btn--line" disabled={isBusy} onClick={() => void save()}>
        <Icon icon={Download} />
        <span>{isBusy ? "Đang chuẩn bị..." : "Tải dữ liệu của tôi"}</span>
      </button>
    </>
  );
}
