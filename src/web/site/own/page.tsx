import { ArrowRight, BookOpen, ChevronRight, type IconNode, ListMusic, Sparkles } from "lucide";
import { type ReactNode, useEffect, useState } from "react";
import type { WaitingItem } from "#contract/requests.ts";
import { call } from "../../lib/api.ts";
import { useUserAuth } from "../../lib/session.tsx";
import type { Track } from "../../player/audio-service.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { PlayAll } from "../music/play-all.tsx";
import { SongRows } from "../music/song-rows.tsx";
import { privateHeaders } from "../private-page.tsx";
import { requestPath, routes, type SiteRoute } from "../routes.ts";
import { HistoryMenu } from "./history-menu.tsx";
import { type Heard, loadHistory, loadLikes } from "./load-own.ts";
import { NoHistory, NoLikes } from "./no-songs.tsx";
import { onceEach } from "./once-each.ts";
import styles from "./own.module.css";
import { OwnFrame, PartState } from "./own-frame.tsx";
import { useLikesList } from "./use-likes-list.ts";
import { usePart } from "./use-part.ts";

export const headers = (): Record<string, string> => privateHeaders;

const shown = 6;
/** The same song on several days stands once. */
const readForShown = 20;
const firstLikes = (skip?: number) => loadLikes(skip, shown);
const firstHistory = (skip?: number) => loadHistory(skip, readForShown);

/** A listener's own place. */
export default function OwnPage() {
  const likes = usePart<Track>(firstLikes);
  const history = usePart<Heard>(firstHistory);
  const likesList = useLikesList(likes);
  const account = useAccount();
  return (
    <OwnFrame route={routes.own} description="Bài bạn đã thích và nghe gần đây.">
      {account?.waiting.map((item) => (
        <Waiting key={`${item.kind} ${item.page_token}`} item={item} />
      ))}
      <section className={styles.part}>
        <Head route={routes.ownLikes} hasAll={likes.total > shown}>
          {likes.rows && <PlayAll list={likesList} of="bài đã thích" />}
        </Head>
        <PartState part={likes}>
          {(songs) =>
            songs.length === 0 ? <NoLikes /> : <SongRows songs={songs} list={likesList} label={routes.ownLikes.label} />
          }
        </PartState>
      </section>
      <section className={styles.part}>
        <Head route={routes.ownHistory} hasAll={history.rows !== undefined && history.rows.length > 0}>
          <HistoryMenu onClear={history.reload} />
        </Head>
        <PartState part={history}>
          {(songs) =>
            songs.length === 0 ? (
              <NoHistory />
            ) : (
              <SongRows songs={onceEach(songs).slice(0, shown)} label={routes.ownHistory.label} />
            )
          }
        </PartState>
      </section>
      {account && (
        <ul className={styles.ways}>
          <Way to={routes.ownPlaylists.path} icon={ListMusic} label={routes.ownPlaylists.label} />
          <Way
            to={routes.notebook.path}
            icon={BookOpen}
            label={routes.notebook.label}
            detail={account.due > 0 ? `${account.due} từ cần ôn` : undefined}
          />
          <Way
            to={account.orders > 0 ? `${routes.account.path}#bai-hat` : routes.request.path}
            icon={Sparkles}
            label={account.orders > 0 ? "Bài hát đã đặt" : routes.request.label}
            detail={account.orders > 0 ? `${account.orders} bài` : undefined}
          />
        </ul>
      )}
    </OwnFrame>
  );
}

function Head({ route, hasAll, children }: { route: SiteRoute; hasAll: boolean; children: ReactNode }) {
  return (
    <div className={styles.partHead}>
      <h2>{route.label}</h2>
      {hasAll && (
        <Link className="link" to={route.path}>
          Xem tất cả<span className="sr"> {route.label}</span>
          <Icon icon={ArrowRight} />
        </Link>
      )}
      <div className={styles.partActions}>{children}</div>
    </div>
  );
}

function Way({ to, icon, label, detail }: { to: string; icon: IconNode; label: string; detail?: string | undefined }) {
  return (
    <li>
      <Link className={styles.way} to={to}>
        <Icon icon={icon} />
        <b>{label}</b>
        {detail && <span>{detail}</span>}
        <Icon icon={ChevronRight} />
      </Link>
    </li>
  );
}

const waitingTexts: Record<WaitingItem["kind"], string> = {
  lyrics: "Lời bài hát chờ bạn đọc",
  song: "Bài hát của bạn nghe được rồi",
  message: "Bạn có tin nhắn mới",
};

function Waiting({ item: { kind, page_token, summary, title } }: { item: WaitingItem }) {
  return (
    <Link className={styles.waiting} to={requestPath(page_token)}>
      <span className={styles.words}>
        <b>{waitingTexts[kind]}</b>
        <span>{title ?? summary}</span>
      </span>
      <Icon icon={ChevronRight} />
    </Link>
  );
}

interface Account {
  waiting: WaitingItem[];
  /** Words that are due. */
  due: number;
  /** Songs that were ordered. */
  orders: number;
}

/** Returns what else the account has; undefined for visitors. A part that can't be read is left out. */
function useAccount(): Account | undefined {
  const { user } = useUserAuth();
  const userId = user?.id;
  const [account, setAccount] = useState<Account & { userId: number }>();
  useEffect(() => {
    if (userId === undefined) return;
    let isPresent = true;
    void Promise.all([
      orElse(
        call("GET /api/me/waiting", { as: "user" }).then(({ data }) => data.items),
        [],
      ),
      orElse(
        call("GET /api/user/word-reviews/due", { as: "user" }).then(({ data }) => data.now),
        0,
      ),
      orElse(
        call("GET /api/user/song-requests", { as: "user", query: { limit: 1 } }).then(({ total = 0 }) => total),
        0,
      ),
    ]).then(([waiting, due, orders]) => isPresent && setAccount({ userId, waiting, due, orders }));
    return () => {
      isPresent = false;
    };
  }, [userId]);
  return account?.userId === userId ? account : undefined;
}

async function orElse<T>(promise: Promise<T>, other: T): Promise<T> {
  return promise.catch(() => other);
}
