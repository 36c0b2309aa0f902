import { Heart } from "lucide";
import { useState } from "react";
import { isApiError } from "#contract/errors.ts";
import { call } from "../../lib/api.ts";
import { groupedNumber } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toast.tsx";

interface LikeButtonProps {
  songId: number;
  liked: boolean;
  likes: number;
}

export function LikeButton({ songId, liked, likes }: LikeButtonProps) {
  const [updated, setUpdated] = useState<{ liked: boolean; likes_count: number }>();
  const state = updated ?? { liked, likes_count: likes };
  const [busy, setBusy] = useState(false);
  const showToast = useToast();

  async function press() {
    setBusy(true);
    const key = state.liked ? "DELETE /api/songs/{id}/like" : "POST /api/songs/{id}/like";
    try {
      const { data } = await call(key, { params: { id: songId }, as: "user" });
      setUpdated(data);
    } catch (error) {
      showToast(isApiError(error) ? error.message : "Chưa lưu được lượt thích. Bạn thử lại nhé.");
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      className="btn btn--sm btn--line"
      aria-pressed={state.liked}
      disabled={busy}
      onClick={() => void press()}
    >
      <Icon icon={Heart} className={state.liked ? "i--fill" : ""} />
      {state.liked ? "Đã thích" : "Thích"} · {groupedNumber(state.likes_count)}
    </button>
  );
}
