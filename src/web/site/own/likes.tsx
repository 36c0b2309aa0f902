import { HeartOff } from "lucide";
import { call } from "../../lib/api.ts";
import { likeOnDevice } from "../../lib/device-songs.ts";
import { useAction } from "../../lib/use-action.ts";
import type { Track } from "../../player/audio-service.ts";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toast.tsx";
import { PlayAll } from "../music/play-all.tsx";
import { SongRows } from "../music/song-rows.tsx";
import { privateHeaders } from "../private-page.tsx";
import { routes } from "../routes.ts";
import { hasToken, loadLikes } from "./load-own.ts";
import { NoLikes } from "./no-songs.tsx";
import { MoreRows, OwnFrame, PartState } from "./own-frame.tsx";
import { useLikesList } from "./use-likes-list.ts";
import { usePart } from "./use-part.ts";

export const headers = (): Record<string, string> => privateHeaders;

/** All songs that the listener likes. */
export default function LikesPage() {
  const part = usePart<Track>(loadLikes);
  const showToast = useToast();
  const { isBusy, run } = useAction("Chưa bỏ thích được. Bạn thử lại nhé.", (message) => showToast(message));
  const list = useLikesList(part);
  const unlike = ({ id, title }: Track) =>
    run(async () => {
      if (hasToken()) await call("DELETE /api/songs/{id}/like", { as: "user", params: { id } });
      else likeOnDevice(id, false);
      part.remove((song) => song.id === id);
      showToast(`Đã bỏ thích “${title}”.`);
    });
  return (
    <OwnFrame route={routes.ownLikes} description="Các bài bạn đã thích.">
      <PartState part={part}>
        {(songs) =>
          songs.length === 0 ? (
            <NoLikes />
          ) : (
            <>
              <PlayAll list={list} of="bài đã thích" />
              <SongRows
                songs={songs}
                list={list}
                label={routes.ownLikes.label}
                actions={(song) => (
                  <button
                    type="button"
                    className="ibtn"
                    aria-label={`Bỏ thích: ${song.title}`}
                    disabled={isBusy}
                    onClick={() => void unlike(song)}
                  >
                    <Icon icon={HeartOff} />
                  </button>
                )}
              />
              <MoreRows part={part} />
            </>
          )
        }
      </PartState>
    </OwnFrame>
  );
}
