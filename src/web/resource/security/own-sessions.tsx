import { LogOut } from "lucide";
import { useRef } from "react";
import { isApiError } from "#contract/errors.ts";
import type { Session } from "#contract/own-account.ts";
import { agoTime, shortDate } from "../../lib/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { Badge } from "../controls/badge.tsx";
import { useAreaToast } from "../controls/toast.tsx";
import { errorMessage, useRead, useSend } from "../data/queries.ts";
import { ListBody } from "../list/list-body.tsx";
import { useNow } from "../use-now.ts";
import styles from "./security.module.css";

const deviceOf = ({ device }: Session) => device ?? "Thiết bị không rõ";

/** The sessions of the account, with buttons that end the others. */
export function OwnSessions() {
  const heading = useRef<HTMLHeadingElement>(null);
  const sessions = useRead(
    "GET /api/account/sessions",
    {},
    { fallback: "Không tải được các phiên đăng nhập", unreachable: "Không kết nối được với máy chủ" },
  );
  return (
    <section className={`card ${styles.security}`} aria-labelledby="own-sessions">
      <div className={styles.head}>
        <h2 id="own-sessions" ref={heading} tabIndex={-1}>
          Phiên đăng nhập
        </h2>
      </div>
      <ListBody
        query={sessions}
        isEmpty={() => false}
        empty={{ title: "" }}
        skeleton={<Skeleton className={styles.sessionsSkeleton} />}
      >
        {({ data }) => <Sessions sessions={data} onEnded={() => heading.current?.focus()} />}
      </ListBody>
    </section>
  );
}

function Sessions({ sessions, onEnded }: { sessions: readonly Session[]; onEnded: () => void }) {
  const now = useNow();
  const toast = useAreaToast();
  const send = useSend(["/api/account/sessions"]);
  const errors = { fallback: "Chưa đăng xuất được. Bạn thử lại nhé.", unreachable: "Không kết nối được với máy chủ" };

  async function end(request: () => Promise<unknown>, message: string) {
    try {
      await request().catch((error: unknown) => {
        // It has ended already.
        if (!isApiError(error) || error.code !== "not_found") throw error;
      });
      onEnded();
      toast(message);
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }

  return (
    <>
      <ul className={`rows ${styles.sessions}`}>
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              <b>{deviceOf(session)}</b>
              <span className={`${styles.detail} muted`}>
                {session.is_current ? "Đang dùng" : `Dùng lần cuối ${agoTime(session.last_used_at, now)}`} · đăng nhập
                ngày <span className="num">{shortDate(session.created_at)}</span>
              </span>
            </span>
            {session.is_current ? (
              <Badge kind="success" hasDot>
                Thiết bị này
              </Badge>
            ) : (
              <button
                type="button"
                className="btn btn--sm btn--line"
                aria-label={`Đăng xuất khỏi ${deviceOf(session)}`}
                onClick={() =>
                  void end(
                    () => send("DELETE /api/account/sessions/{id}", { params: { id: session.id } }, errors),
                    "Đã đăng xuất khỏi thiết bị đó",
                  )
                }
              >
                Đăng xuất
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ is_current }) => !is_current) ? (
        <div className={styles.buttons}>
          <button
            type="button"
            className="btn btn--line"
            onClick={() =>
              void end(() => send("DELETE /api/account/sessions", {}, errors), "Đã đăng xuất khỏi các thiết bị khác")
            }
          >
            <Icon icon={LogOut} />
            Đăng xuất khỏi thiết bị khác
          </button>
        </div>
      ) : (
        <p className="muted">Tài khoản của bạn không đăng nhập ở thiết bị nào khác.</p>
      )}
    </>
  );
}
