/** The talk about a request: what was written, the oldest first, and the field for more. */
import { ChevronUp } from "lucide";
import { Fragment, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { RequestMessage, RequestTalk } from "#contract/request-messages.ts";
import { clockTime, shortDate } from "../lib/dates.ts";
import { useAction } from "../lib/use-action.ts";
import { Icon } from "../ui/icon.tsx";
import { Redraw } from "../ui/redraw.tsx";
import { Composer } from "./composer.tsx";
import styles from "./conversation.module.css";
import { MessageFile } from "./message-file.tsx";
import type { TalkSource } from "./talk-source.ts";

export interface ConversationProps {
  source: TalkSource;
  /** Whose page it is. */
  side: "customer" | "desk";
  /** The latest messages, as they were read last. */
  latest: RequestTalk;
  /** Takes the reply to what was sent. */
  onChange: (talk: RequestTalk) => void;
  /** The focus starts in the composer. */
  isWriting?: boolean;
  /** Called once messages were read. */
  onRead?: () => void;
  /** Beside the attachments of the composer. */
  tools?: ReactNode;
  /** In place of the composer of a caller who may not write. */
  closed?: ReactNode;
}

export function Conversation({
  source,
  side,
  latest,
  isWriting = false,
  onChange,
  onRead,
  tools,
  closed,
}: ConversationProps) {
  const { messages, hasEarlier, error, isBusy, loadEarlier } = useMessages(source, latest);
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const isOwn = ({ author }: RequestMessage) => (author === "customer") === (side === "customer");
  const [firstNew, setFirstNew] = useState(() => messages.find((one) => !isOwn(one) && one.read_at === null)?.id);
  const last = messages.at(-1);
  const lastOwn = messages.findLast(isOwn);
  const waiting = messages.findLast((one) => !isOwn(one) && one.read_at === null);
  const end = useMarkRead(source, waiting?.id, onRead);

  /** Keeps the end in view, unless the reader has scrolled up. */
  const keepEnd = () => {
    if (log.current && isAtEnd.current) log.current.scrollTop = log.current.scrollHeight;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new message
  useLayoutEffect(keepEnd, [last?.id]);

  return (
    <div className={styles.talk}>
      <div
        ref={log}
        className={styles.log}
        role="log"
        aria-label="Tin nhắn"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onLoadCapture={keepEnd}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40;
        }}
      >
        {hasEarlier && (
          <button type="button" className="btn btn--line btn--sm" disabled={isBusy} onClick={() => void loadEarlier()}>
            <Icon icon={ChevronUp} />
            <span>{isBusy ? "Đang tải…" : "Xem tin nhắn cũ hơn"}</span>
          </button>
        )}
        {error && <p className="error">{error}</p>}
        {messages.length === 0 && <p className={styles.empty}>{emptyTexts[side]}</p>}
        <Redraw>
          {messages.map((message, index) => {
            const day = shortDate(message.created_at);
            const before = messages[index - 1];
            const isNewDay = !before || shortDate(before.created_at) !== day;
            const isNew = message.id === firstNew;
            const isContinued = !isNewDay && !isNew && isSameAuthor(before, message);
            return (
              <Fragment key={message.id}>
                {isNewDay && <p className={`${styles.day} num`}>{day}</p>}
                {isNew && <p className={styles.new}>Tin mới</p>}
                <Message
                  message={message}
                  isOwn={isOwn(message)}
                  name={isOwn(message) ? ownName(message, side) : nameOf(message, side)}
                  isContinued={isContinued}
                  state={message !== lastOwn ? undefined : message.read_at === null ? "Đã gửi" : "Đã xem"}
                />
              </Fragment>
            );
          })}
        </Redraw>
        <div ref={end} />
      </div>
      {latest.can_write ? (
        <Composer
          source={source}
          label={side === "customer" ? "Nhắn cho người viết bài" : "Nhắn cho khách"}
          tools={tools}
          isWriting={isWriting}
          onSent={(talk) => {
            isAtEnd.current = true;
            setFirstNew(undefined);
            onChange(talk);
          }}
        />
      ) : (
        closed
      )}
    </div>
  );
}

interface MessageProps {
  message: RequestMessage;
  isOwn: boolean;
  name: string;
  /** Its author is that of the one above. */
  isContinued: boolean;
  state: string | undefined;
}

function Message({ message: { id, text, file, created_at }, isOwn, name, isContinued, state }: MessageProps) {
  return (
    <div className={isOwn ? `${styles.message} ${styles.own}` : styles.message}>
      <p className={isContinued ? "sr" : styles.name}>{name}</p>
      <div className={styles.bubble}>
        {text !== "" && <p className={styles.text}>{text}</p>}
        {file && <MessageFile id={id} file={file} />}
      </div>
      <p className={styles.foot}>
        <time className="num" dateTime={created_at}>
          {clockTime(Date.parse(created_at))}
        </time>
        {state && <span>{state}</span>}
      </p>
    </div>
  );
}

const isSameAuthor = (one: RequestMessage, other: RequestMessage) =>
  one.author === other.author && one.author_name === other.author_name;

const emptyTexts = {
  customer: "Chưa có tin nhắn nào. Bạn muốn hỏi, kể thêm hay gửi một tấm ảnh, cứ nhắn ở đây.",
  desk: "Chưa có tin nhắn nào. Cần hỏi khách điều gì, bạn nhắn ở đây.",
} as const;

function ownName({ author_name }: RequestMessage, side: "customer" | "desk"): string {
  return side === "customer" ? "Bạn" : (author_name ?? "Quản trị viên");
}

function nameOf({ author_name }: RequestMessage, side: "customer" | "desk"): string {
  return side === "desk" ? "Khách" : author_name === null ? "Ngân Nga" : `${author_name}, Ngân Nga`;
}

/** Holds all messages that were read, with the present state of the latest ones. */
function useMessages(source: TalkSource, latest: RequestTalk) {
  const [seen, setSeen] = useState<RequestTalk>();
  const [all, setAll] = useState<readonly RequestMessage[]>([]);
  const [hasEarlier, setHasEarlier] = useState(false);
  const { isBusy, error, run } = useAction("Chưa tải được tin nhắn cũ hơn. Bạn thử lại nhé.");
  let messages = all;
  if (seen !== latest) {
    messages = merged(all, latest.messages);
    setSeen(latest);
    setAll(messages);
    if (!seen) setHasEarlier(latest.has_earlier);
  }
  return {
    messages,
    hasEarlier: seen ? hasEarlier : latest.has_earlier,
    error,
    isBusy,
    loadEarlier: () =>
      run(async () => {
        const earlier = await source.read(all[0]?.id);
        setAll((now) => merged(now, earlier.messages));
        setHasEarlier(earlier.has_earlier);
      }),
  };
}

function merged(known: readonly RequestMessage[], read: readonly RequestMessage[]): RequestMessage[] {
  const byId = new Map([...known, ...read].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** Marks the messages as read once the end of the talk is in view. @param upTo the last of them @returns for the element at the end */
function useMarkRead(source: TalkSource, upTo: number | undefined, onRead: (() => void) | undefined) {
  const end = useRef<HTMLDivElement>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const target = end.current;
    if (!target) return;
    let isSeen = false;
    const look = () => setInView(isSeen && document.visibilityState === "visible");
    const observer = new IntersectionObserver((entries) => {
      isSeen = entries.at(-1)?.isIntersecting ?? false;
      look();
    });
    observer.observe(target);
    document.addEventListener("visibilitychange", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  const mark = useEffectEvent(async (id: number) => {
    try {
      await source.markRead(id);
      onRead?.();
    } catch {
      // They stay unread, until the page is opened again.
    }
  });
  useEffect(() => {
    if (isInView && upTo !== undefined) void mark(upTo);
  }, [isInView, upTo]);
  return end;
}
