import { Heart } from "lucide";
import { useState, useSyncExternalStore } from "react";
import type { Song } from "#contract/catalogue.ts";
import { isApiError } from "#contract/errors.ts";
import { call } from "../../lib/api.ts";
import { isLikedOnDevice, likeOnDevice, onDeviceSongs } from "../../lib/device-songs.ts";
import { groupedNumber } from "../../lib/format.ts";
import { readStored } from "../../lib/storage.ts";
import { useAction } from "../../lib/use-action.ts";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toast.tsx";

interface LikeButtonProps {
  song: Pick<Song, "id" | "liked" | "likes_count">;
}

const notSaved = "Chưa lưu được lượt thích. Bạn thử lại nhé.";

/** Likes a song, or takes the like back. That of a visitor stays on this device until an account takes it along. */
export function LikeButton({ song }: LikeButtonProps) {
  const songId = song.id;
  const [updated, setUpdated] = useState<{ liked: boolean; likes_count: number }>();
  const isKept = useSyncExternalStore(
    onDeviceSongs,
    () => isLikedOnDevice(songId),
    () => false,
  );
  const [wasKept, setWasKept] = useState(isKept);
  if (isKept && !wasKept) setWasKept(true);
  const showToast = useToast();
  const { isBusy, run } = useAction(notSaved, (message, error) => {
    // The site itself says that the session has ended.
    if (!isApiError(error) || error.status !== 401) showToast(message);
  });
  const isUser = () => readStored("userToken") !== null;
  // A like that an account has taken along is one, though the song was read before.
  const isLiked = updated ? updated.liked : song.liked || isKept || (wasKept && isUser());
  const likes = updated?.likes_count ?? song.likes_count;

  const save = () =>
    run(async () => {
      const key = isLiked ? "DELETE /api/songs/{id}/like" : "POST /api/songs/{id}/like";
      setUpdated((await call(key, { params: { id: songId }, as: "user" })).data);
      if (isKept) likeOnDevice(songId, false);
    });

  function keep() {
    if (!likeOnDevice(songId, !isLiked)) showToast(notSaved);
    else if (!isLiked) showToast("Đã lưu trên máy này. Có tài khoản thì máy nào cũng thấy.");
  }

  const count = likes > 0 ? ` · ${groupedNumber(likes)}` : "";
  return (
    <button
      type="button"
      className="btn btn--sm btn--line"
      aria-pressed={isLiked}
      disabled={isBusy}
      onClick={() => (isUser() ? void save() : keep())}
    >
      <Icon icon={Heart} className={isLiked ? "i--fill" : ""} />
      <span>{(isLiked ? "Đã thích" : "Thích") + count}</span>
    </button>
  );
}
