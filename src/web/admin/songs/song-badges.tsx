/** The state of a song, and its genres. */

import { AlertTriangle, Clock, Crown, Sparkles } from "lucide";
import type { AudioFault, Song } from "#contract/catalogue.ts";
import { flagWords } from "#contract/flag-words.ts";
import { clockAndDay, shortDateTime } from "../../lib/dates.ts";
import { ActiveBadge, Badge, Mark } from "../../resource/controls/badge.tsx";
import { useNow } from "../../resource/use-now.ts";
import { Link } from "../../ui/link.tsx";
import styles from "./song-badges.module.css";

export const faultTexts: Record<AudioFault, string> = {
  missing: "Không tìm thấy file âm thanh của bài này, bạn tải file lên lại nhé.",
  damaged: "File âm thanh của bài này không còn nguyên vẹn, bạn tải file lên lại nhé.",
  unreadable: "File của bài này không phải âm thanh đọc được, bạn tải file khác lên nhé.",
};

/** Whether customers see a song, in a word; the rest in marks. */
export function SongStates({ song }: { song: Song }) {
  const { is_active, is_premium, is_featured, release_at, audio_fault } = song;
  return (
    <>
      {release_at ? <ReleaseBadge at={release_at} /> : <ActiveBadge isActive={is_active} words={flagWords.shown} />}
      {audio_fault && <Mark kind="danger" icon={AlertTriangle} label={`Không phát được. ${faultTexts[audio_fault]}`} />}
      {is_premium && <Mark kind="gold" icon={Crown} label="Premium" />}
      {is_featured && <Mark kind="accent" icon={Sparkles} label="Nổi bật" />}
    </>
  );
}

function ReleaseBadge({ at }: { at: string }) {
  const now = useNow();
  return (
    <Badge icon={Clock} title={`Đang tạm ẩn, tự hiện lúc ${shortDateTime(at)}`}>
      Sẽ phát hành {clockAndDay(at, now)}
    </Badge>
  );
}

/** The genres, each with the way to its songs. @param shown how many are named; all by default */
export function GenreBadges({ song: { categories }, shown = categories.length }: { song: Song; shown?: number }) {
  const more = categories.length - shown;
  return (
    <>
      {categories.slice(0, shown).map(({ id, name }) => (
        <Link key={id} className={`badge ${styles.genre}`} to={`/admin/songs?category=${id}`}>
          {name}
        </Link>
      ))}
      {more > 0 && (
        <Badge title={categories.map(({ name }) => name).join(", ")}>
          +{more}
          <span className="sr"> thể loại khác</span>
        </Badge>
      )}
    </>
  );
}
