import { Play } from "lucide";
import { heroArt } from "#art/hero.ts";
import { opensHere } from "../../lib/opens-here.ts";
import type { Track } from "../../player/audio-service.ts";
import { usePlayerStore } from "../../player/player.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { routes } from "../routes.ts";
import styles from "./hero.module.css";

interface HeroProps {
  /** The songs with which the library begins; undefined while they load. */
  songs: readonly Track[] | undefined;
}

export function Hero({ songs }: HeroProps) {
  const player = usePlayerStore();
  return (
    <section className={styles.hero}>
      <div className={styles.art} dangerouslySetInnerHTML={{ __html: heroArt() }} />
      <div className="wrap">
        <div className={styles.copy}>
          <h1>Ngân nga cả ngày, chẳng cần lý do</h1>
          <p>
            Những bài hát do AI viết. Bạn nghe miễn phí, học ngoại ngữ qua lời ca, hoặc đặt một bài chỉ dành cho người
            bạn thương.
          </p>
          <div className={styles.cta}>
            <Link
              className="btn btn--primary btn--lg"
              to={routes.songs.path}
              onClick={(press) => songs && opensHere(press) && player.playList({ tracks: songs })}
            >
              <Icon icon={Play} className="i--fill" />
              Nghe ngay
            </Link>
            <Link className="btn btn--line btn--lg" to={routes.request.path}>
              {routes.request.label}
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
