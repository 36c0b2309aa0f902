import { CirclePause, CirclePlay, Trash2 } from "lucide";
import { useEffect, useState } from "react";
import { call } from "../../lib/api.ts";
import { forgetPlays } from "../../lib/device-songs.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { useAction } from "../../lib/use-action.ts";
import { Modal } from "../../ui/modal.tsx";
import { Act, More } from "../../ui/more.tsx";
import { useToast } from "../../ui/toast.tsx";
import { hasToken, loadIsPaused } from "./load-own.ts";
import styles from "./own.module.css";

/** Pauses and clears the history, behind one "⋯". @param props.onClear is called once it is empty */
export function HistoryMenu({ onClear }: { onClear(): void }) {
  const { user } = useUserAuth();
  const [isPaused, setPaused] = useState<boolean>();
  const [isAsking, setAsking] = useState(false);
  const showToast = useToast();
  const { isBusy, run } = useAction("Chưa lưu được. Bạn thử lại nhé.", (message) => showToast(message));
  const userId = user?.id;
  useEffect(() => {
    let isPresent = true;
    const show = (paused?: boolean) => isPresent && setPaused(paused);
    if (userId === undefined) show();
    else loadIsPaused().then(show, () => show());
    return () => {
      isPresent = false;
    };
  }, [userId]);

  const pause = (is_paused: boolean) =>
    run(async () => {
      await call("PUT /api/me/history/settings", { as: "user", body: { is_paused } });
      setPaused(is_paused);
      showToast(is_paused ? "Từ giờ không ghi lại bài bạn nghe." : "Bài bạn nghe lại được ghi.");
    });
  const clear = () =>
    run(async () => {
      if (hasToken()) await call("DELETE /api/me/history", { as: "user" });
      else forgetPlays();
      setAsking(false);
      onClear();
      showToast("Đã xóa lịch sử nghe.");
    });

  return (
    <>
      {isPaused && <span className={`badge ${styles.paused}`}>Đang tạm dừng</span>}
      <More label="Tùy chọn lịch sử nghe">
        {isPaused !== undefined && (
          <Act icon={isPaused ? CirclePlay : CirclePause} disabled={isBusy} onPress={() => void pause(!isPaused)}>
            {isPaused ? "Ghi tiếp lịch sử" : "Tạm dừng ghi"}
          </Act>
        )}
        <Act icon={Trash2} onPress={() => setAsking(true)}>
          Xóa lịch sử nghe
        </Act>
      </More>
      <Modal
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Xóa lịch sử nghe?"
        width={27}
        foot={
          <>
            <button type="button" className="btn btn--line" onClick={() => setAsking(false)}>
              Giữ lại
            </button>
            <button type="button" className="btn btn--danger" disabled={isBusy} onClick={() => void clear()}>
              Xóa hết
            </button>
          </>
        }
      >
        <p>Danh sách bài bạn đã nghe sẽ trống, không lấy lại được. Bài đã thích vẫn còn.</p>
      </Modal>
    </>
  );
}
