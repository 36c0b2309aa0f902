import { Heart } from "lucide-react";
import { useState } from "react";
import { isApiError } from "#contract/errors.ts";
import { call } from "../../lib/api.ts";
import { groupedNumber } from "../../lib/format.ts";
import { useToast } from "../../ui/toast.tsx";

/** A logged-in listener's like, and how many there are. Whether they liked the song before is known after the first press. */
export function LikeButton({ songId, likes }: { songId: number; likes: number }) {
  const [state, setState] = useState({ liked: false, likes_count: likes });
  const [busy, setBusy] = useState(false);
  const showToast = useToast();

  async function press() {
    setBusy(true);
    const key = state.liked ? "DELETE /api/songs/{id}/like" : "POST /api/songs/{id}/like";
    try {
      const { data } = await call(key, { params: { id: songId }, as: "user" });
      setState(data);
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
      <Heart className={state.liked ? "i i--fill" : "i"} aria-hidden="true" />
      {state.liked ? "Đã thích" : "Thích"} · {groupedNumber(state.likes_count)}
    </button>
  );
}
