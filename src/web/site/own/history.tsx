import { X } from "lucide";
import { call } from "../../lib/api.ts";
import { forgetPlays } from "../../lib/device-songs.ts";
import { useAction } from "../../lib/use-action.ts";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toast.tsx";
import { SongRows } from "../music/song-rows.tsx";
import { privateHeaders } from "../private-page.tsx";
import { routes } from "../routes.ts";
import { byDay } from "./by-day.ts";
import { HistoryMenu } from "./history-menu.tsx";
import { type Heard, hasToken, loadHistory } from "./load-own.ts";
import { NoHistory } from "./no-songs.tsx";
import styles from "./own.module.css";
import { MoreRows, OwnFrame, PartState } from "./own-frame.tsx";
import { usePart } from "./use-part.ts";

export const headers = (): Record<string, string> => privateHeaders;

/** The listener's history, by day. */
export default function HistoryPage() {
  const part = usePart<Heard>(loadHistory);
  const showToast = useToast();
  const { isBusy, run } = useAction("Chưa xóa được. Bạn thử lại nhé.", (message) => showToast(message));
  const forget = ({ id }: Heard) =>
    run(async () => {
      if (hasToken()) await call("DELETE /api/me/history/{id}", { as: "user", params: { id } });
      else forgetPlays(id);
      part.remove((song) => song.id === id);
    });
  return (
    <OwnFrame
      route={routes.ownHistory}
      description="Các bài bạn đã nghe, theo ngày."
      actions={<HistoryMenu onClear={part.reload} />}
    >
      <PartState part={part}>
        {(songs) =>
          songs.length === 0 ? (
            <NoHistory />
          ) : (
            <>
              {byDay(songs, Date.now()).map(([day, heard]) => (
                <section key={day} className={styles.day}>
                  <h2>{day}</h2>
                  <SongRows
                    songs={heard}
                    label={day}
                    actions={(song) => (
                      <button
                        type="button"
                        className="ibtn"
                        aria-label={`Xóa khỏi lịch sử: ${song.title}`}
                        disabled={isBusy}
                        onClick={() => void forget(song)}
                      >
                        <Icon icon={X} />
                      </button>
                    )}
                  />
                </section>
              ))}
              <MoreRows part={part} />
            </>
          )
        }
      </PartState>
    </OwnFrame>
  );
}
