/** The body of a request's panel, in one order for all who work on it: what it is, its next step, then the rest in three tabs. */
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { SongRequest } from "#contract/requests.ts";
import { useKeys } from "../lib/keys.ts";
import { TabsOf } from "../resource/controls/tabs.tsx";
import type { RequestStep } from "./next-step.ts";
import styles from "./request-body.module.css";

interface RequestBodyProps {
  request: Pick<SongRequest, "unread_messages">;
  /** The request itself: its states, the customer's wish and brief. */
  children: ReactNode;
  step: RequestStep | undefined;
  /** Buttons of the steps that are done here. @param main the step that the request waits for, unless the tab has its own */
  renderSteps: (main: RequestStep | undefined) => ReactNode;
  song: ReactNode;
  talk: ReactNode;
  info: ReactNode;
  /** What is typed in the fields of the request waits to be saved. */
  hasDraft?: boolean;
}

type TabId = "song" | "talk" | "info";

/** The choice of the member, of administrators and of supervisors. */
const assignee = "select[name=staff_id], select[data-assignee]";

/** Steps that are fields of a tab. */
const inTabs: Partial<Record<RequestStep, { text: string; key?: string; tab: TabId; field: string }>> = {
  reply: { text: "Trả lời khách", key: "R", tab: "talk", field: "textarea" },
  assign: { text: "Giao việc", key: "A", tab: "info", field: assignee },
  pay: { text: "Ghi nhận thanh toán", tab: "info", field: "input[name=is_paid]" },
};

export function RequestBody({
  request,
  children,
  step,
  renderSteps,
  song,
  talk,
  info,
  hasDraft = false,
}: RequestBodyProps) {
  const { unread_messages } = request;
  const ref = useRef<HTMLDivElement>(null);
  // Chosen once: a message that is read must not change the tab.
  const [tab, setTab] = useState<TabId>(hasDraft ? "info" : unread_messages > 0 ? "talk" : "song");
  const inTab = step && inTabs[step];
  function show(id: TabId, field: string) {
    const found = () => ref.current?.querySelector<HTMLElement>(`[data-tab=${id}] :is(${field})`);
    if (!found()) return false;
    flushSync(() => setTab(id));
    found()?.focus();
    return true;
  }
  useKeys({
    r: () => show("talk", "textarea"),
    a: () => show("info", assignee),
  });
  return (
    <div ref={ref} className={styles.body}>
      {children}
      <div className={styles.steps}>
        {inTab && inTab.tab !== tab && (
          <button
            type="button"
            className="btn btn--primary"
            aria-keyshortcuts={inTab.key}
            title={inTab.key && `${inTab.text} (${inTab.key})`}
            onClick={() => show(inTab.tab, inTab.field)}
          >
            {inTab.text}
          </button>
        )}
        {renderSteps(tab === "talk" ? undefined : step)}
      </div>
      <TabsOf
        label="Các phần của yêu cầu"
        selected={tab}
        onSelect={(id) => setTab(id as TabId)}
        tabs={[
          { id: "song", label: "Bài hát", content: <Content id="song">{song}</Content> },
          {
            id: "talk",
            label: unread_messages > 0 ? `Trao đổi (${unread_messages})` : "Trao đổi",
            content: <Content id="talk">{talk}</Content>,
          },
          { id: "info", label: "Thông tin", content: <Content id="info">{info}</Content> },
        ]}
      />
    </div>
  );
}

function Content({ id, children }: { id: TabId; children: ReactNode }) {
  return (
    <div data-tab={id} className={styles.content}>
      {children}
    </div>
  );
}

/** A titled part of a tab. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The customer's words, of long ones the beginning until a press. */
export function Wish({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(text.length <= shortLength);
  return (
    <div className={styles.wish}>
      <p className={isWhole ? styles.text : `${styles.text} clamp ${styles.short}`}>{text}</p>
      {!isWhole && (
        <button type="button" className="btn btn--line btn--sm" onClick={() => setIsWhole(true)}>
          Đọc hết
        </button>
      )}
    </div>
  );
}

/** Letters of a text that fits some six lines of a panel. */
const shortLength = 360;
