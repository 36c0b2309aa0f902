import type { RefObject } from "react";
import { isApiError } from "#contract/errors.ts";
import type { Session } from "#contract/own-account.ts";
import { call } from "../../lib/api.ts";
import { agoTime, shortDate } from "../../lib/dates.ts";
import { useAction } from "../../lib/use-action.ts";
import { useToast } from "../../ui/toast.tsx";
import styles from "./account.module.css";

interface SessionsProps {
  sessions: readonly Session[];
  /** Gets the focus when a session, and its button, disappear. */
  heading: RefObject<HTMLElement | null>;
  /** Fetches the sessions again. */
  onEnded(): Promise<void>;
}

const failedMessage = "Chưa đăng xuất được. Bạn thử lại nhé.";
const lastUse = ({ is_current, last_used_at }: Session) =>
  is_current ? "Đang dùng" : `Dùng lần cuối ${agoTime(last_used_at, Date.now())}`;
const deviceOf = ({ device }: Session) => device ?? "Thiết bị không rõ";

/** The user's sessions, with buttons that end the others. */
export function Sessions({ sessions, heading, onEnded }: SessionsProps) {
  const showToast = useToast();
  const { isBusy, run } = useAction(failedMessage, (message) => showToast(message, "danger"));
  const others = sessions.filter(({ is_current }) => !is_current);

  const end = (request: () => Promise<unknown>, message: string) =>
    run(async () => {
      await request().catch((error: unknown) => {
        // It has ended already.
        if (!isApiError(error) || error.code !== "not_found") throw error;
      });
      await onEnded();
      heading.current?.focus();
      showToast(message);
    });

  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <li key={session.id} className={styles.listRow}>
            <span className={styles.listText}>
              <b>{deviceOf(session)}</b>
              <span className={styles.listDetail}>
                {lastUse(session)} · đăng nhập ngày <span className="num">{shortDate(session.created_at)}</span>
              </span>
            </span>
            {session.is_current ? (
              <span className="badge badge--success badge--dot">Thiết bị này</span>
            ) : (
              <button
                type="button"
                className="btn btn--sm btn--line"
                aria-label={`Đăng xuất khỏi ${deviceOf(session)}`}
                disabled={isBusy}
                onClick={() =>
                  void end(
                    () =>
                      call("DELETE /api/user/sessions/{id}", {
                        as: "user",
                        params: { id: session.id },
                        fallback: failedMessage,
                      }),
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
      {others.length > 0 ? (
        <button
          type="button"
          className="btn btn--line"
          disabled={isBusy}
          onClick={() =>
            void end(
              () => call("DELETE /api/user/sessions", { as: "user", fallback: failedMessage }),
              "Đã đăng xuất khỏi các thiết bị khác",
            )
          }
        >
          Đăng xuất khỏi thiết bị khác
        </button>
      ) : (
        <p className="muted">Tài khoản của bạn không đăng nhập ở thiết bị nào khác.</p>
      )}
    </>
  );
}
