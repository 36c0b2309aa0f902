/** The talk with the people who make the song. Its code and messages come after the page: most visits come for the song. */
import { MessageCircle } from "lucide";
import { lazy, Suspense } from "react";
import type { CustomerRequest } from "#contract/requests.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/states.tsx";
import styles from "./talk-card.module.css";

const CustomerTalk = lazy(async () => ({ default: (await import("./customer-talk.tsx")).CustomerTalk }));

/** Where e-mails lead to. */
const place = "trao-doi";

type Request = Pick<CustomerRequest, "page_token" | "unread_messages">;

export function TalkCard({ request: { page_token } }: { request: Request }) {
  const isHydrated = useHydrated();
  const skeleton = <Skeleton style={{ height: "14rem" }} />;
  return (
    <section className={`card ${styles.talk}`} aria-labelledby={place}>
      <h2 id={place}>Trao đổi</h2>
      {isHydrated ? (
        <Suspense fallback={skeleton}>
          <CustomerTalk token={page_token} />
        </Suspense>
      ) : (
        skeleton
      )}
    </section>
  );
}

/** The way to messages that were not read. */
export function TalkNews({ request: { unread_messages } }: { request: Request }) {
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
