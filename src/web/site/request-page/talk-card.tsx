/** The talk with the people who make the song. Its code and messages come once somebody has written, or wants to: most visits come for the song. */
import { MessageCircle } from "lucide";
import { Suspense, useState } from "react";
import type { CustomerRequest } from "#contract/requests.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/states.tsx";
import styles from "./talk-card.module.css";

const CustomerTalk = lazyPart(async () => (await import("./customer-talk.tsx")).CustomerTalk);

/** Where e-mails lead to. */
const place = "trao-doi";

export function TalkCard({ request }: { request: Pick<CustomerRequest, "page_token" | "events"> }) {
  const isHydrated = useHydrated();
  const [isWanted, setWanted] = useState(false);
  const hasMessages = request.events.some(({ kind }) => kind === "message_sent");
  const skeleton = <Skeleton style={{ height: "14rem" }} />;
  return (
    <section className={`card ${styles.talk}`} aria-labelledby={place}>
      <h2 id={place}>Trao đổi</h2>
      {!hasMessages && !isWanted ? (
        <div className={styles.start}>
          <p>Bạn muốn hỏi, kể thêm hay gửi một tấm ảnh, cứ nhắn cho người viết bài.</p>
          <button type="button" className="btn btn--line" onClick={() => setWanted(true)}>
            <Icon icon={MessageCircle} />
            Viết tin nhắn
          </button>
        </div>
      ) : isHydrated ? (
        <Suspense fallback={skeleton}>
          <CustomerTalk token={request.page_token} isWriting={isWanted} />
        </Suspense>
      ) : (
        skeleton
      )}
    </section>
  );
}

/** The way to messages that were not read. */
export function TalkNews({ request: { unread_messages } }: { request: Pick<CustomerRequest, "unread_messages"> }) {
  if (unread_messages === 0) return null;
  return (
    <p className={`note ${styles.news}`} role="status">
      <Icon icon={MessageCircle} />
      <a className="link" href={`#${place}`}>
        Bạn có {unread_messages} tin nhắn mới
      </a>
    </p>
  );
}
