import { Heart } from "lucide";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Song } from "#contract/catalogue.ts";
import { isApiError } from "#contract/errors.ts";
import { call } from "../../lib/api.ts";
import { groupedNumber } from "../../lib/format.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { useUserAuth } from "../../lib/session.tsx";
import { useAction } from "../../lib/use-action.ts";
import { Icon } from "../../ui/icon.tsx";
import { LateDialog } from "../../ui/late-dialog.tsx";
import { useToast } from "../../ui/toast.tsx";
import { intentOf, returnTo } from "../sign-in/return-path.ts";

const LikeDialog = lazyPart(async () => (await import("./like-dialog.tsx")).LikeDialog, LateDialog);

interface LikeButtonProps {
  song: Pick<Song, "id" | "title" | "thumbnail_url" | "liked" | "likes_count">;
  /** The way to login takes the place of the entry of the history that the button stands in. */
  replaces?: boolean;
}

/** Likes a song, or takes the like back. A visitor is asked to log in, and led back to the page of the song, where the like is made. */
export function LikeButton({ song, replaces }: LikeButtonProps) {
  const songId = song.id;
  const [updated, setUpdated] = useState<{ liked: boolean; likes_count: number }>();
  const current = updated ?? { liked: song.liked ?? false, likes_count: song.likes_count };
  const [isAsking, setAsking] = useState(false);
  const { isAuthenticated, isLoading } = useUserAuth();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const showToast = useToast();
  const { isBusy, run } = useAction("Chưa lưu được lượt thích. Bạn thử lại nhé.", (message, error) => {
    // The site itself says that the session has ended.
    if (!isApiError(error) || error.status !== 401) showToast(message);
  });
  const page = `/songs/${songId}`;

  const save = (isLiked: boolean) =>
    run(async () => {
      const key = isLiked ? "POST /api/songs/{id}/like" : "DELETE /api/songs/{id}/like";
      setUpdated((await call(key, { params: { id: songId }, as: "user" })).data);
    });

  function press() {
    // While a session is checked, its token may be used.
    if (isAuthenticated || isLoading) void save(!current.liked);
    else setAsking(true);
  }

  const isIntended = isAuthenticated && pathname === page && intentOf(state) === "like";
  const likeOnce = useEffectEvent(async () => {
    // Without its intent the page likes nothing when it is reloaded or returned to.
    await navigate(page, { replace: true, state: null, preventScrollReset: true });
    await save(true);
  });
  useEffect(() => {
    if (isIntended) void likeOnce();
  }, [isIntended]);

  const count = current.likes_count > 0 ? ` · ${groupedNumber(current.likes_count)}` : "";
  return (
    <>
      <button
        type="button"
        className="btn btn--sm btn--line"
        aria-pressed={current.liked}
        disabled={isBusy}
        onClick={press}
      >
        <Icon icon={Heart} className={current.liked ? "i--fill" : ""} />
        <span>{(current.liked ? "Đã thích" : "Thích") + count}</span>
      </button>
      {isAsking && !isAuthenticated && (
        <Suspense>
          <LikeDialog
            title={song.title}
            state={returnTo(page, "like")}
            replaces={replaces}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
