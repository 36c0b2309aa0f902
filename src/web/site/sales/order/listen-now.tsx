import { Play } from "lucide";
import { useEffect, useRef } from "react";
import { call } from "../../../lib/api.ts";
import { storeOf, usePageStores } from "../../../lib/page-stores.tsx";
import { useUserAuth } from "../../../lib/session.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import styles from "../../listen-link.module.css";
import { songPath, type WantedSong } from "../../wanted-song.ts";

/** Opens the song that the customer wanted to hear, and plays it by the same press where this browser may. */
export function ListenNow({ song }: { song: WantedSong }) {
  const play = useReadySong(song);
  return (
    <Link className={`btn btn--primary btn--lg ${styles.listen}`} to={songPath(song)} onClick={play}>
      <Icon icon={Play} className="i--fill" />
      <span className="clamp">Nghe ngay: {song.title}</span>
    </Link>
  );
}

/**
 * Returns a function that plays the song at once: phones play what a press begins, not what arrives after it. Before the song has
 * arrived, the press plays it as soon as it has.
 */
function useReadySong({ id }: WantedSong): () => void {
  const { user } = useUserAuth();
  const stores = usePageStores();
  const play = useRef<() => void>(undefined);
  const isPressed = useRef(false);
  const isPremium = user?.is_premium === true;
  useEffect(() => {
    if (!isPremium) return;
    let isOutdated = false;
    const load = async () => {
      const [{ data: song }, { toTrack, isWithheld }, { createPagePlayer }] = await Promise.all([
        call("GET /api/songs/{id}", { params: { id }, as: "user" }),
        import("../../../player/audio-service.ts"),
        import("../../../player/player.ts"),
      ]);
      const player = storeOf(stores, createPagePlayer);
      const track = toTrack(song);
      if (isWithheld(track)) return;
      if (isPressed.current) player.play(track);
      else if (!isOutdated) play.current = () => player.play(track);
    };
    // Without it the song's own page plays it.
    load().catch(() => {});
    return () => {
      isOutdated = true;
    };
  }, [id, isPremium, stores]);
  return () => {
    isPressed.current = true;
    play.current?.();
  };
}
