import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { RequestTalk } from "#contract/request-messages.ts";
import { Conversation } from "../../talk/conversation.tsx";
import { customerTalk } from "../../talk/talk-source.ts";
import { ErrorState, Skeleton } from "../../ui/states.tsx";

/** Milliseconds between two looks for new messages; none in a hidden tab. */
const lookInterval = 15_000;

interface CustomerTalkProps {
  /** Address of the page. */
  token: string;
  /** The customer has asked to write. */
  isWriting?: boolean;
}

/** The messages of a private page, which it reads by itself. */
export function CustomerTalk({ token, isWriting = false }: CustomerTalkProps) {
  const source = useMemo(() => customerTalk(token), [token]);
  const { revalidate } = useRevalidator();
  const [talk, setTalk] = useState<RequestTalk>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const runs = useRef(0);
  const show = (next: RequestTalk) => {
    // The reply to an earlier request is older.
    runs.current++;
    setTalk(next);
  };
  const load = useEffectEvent(async () => {
    const run = ++runs.current;
    try {
      const next = await source.read();
      if (run === runs.current) setTalk(next);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins again with each attempt
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void load();
    };
    void load();
    const timer = setInterval(look, lookInterval);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [attempt]);
  if (!talk) {
    if (!hasFailed) return <Skeleton style={{ height: "14rem" }} />;
    return <ErrorState level="h3" title="Không tải được tin nhắn" onRetry={() => setAttempt(attempt + 1)} />;
  }
  return (
    <Conversation
      source={source}
      side="customer"
      latest={talk}
      isWriting={isWriting}
      onChange={show}
      onRead={() => void revalidate()}
    />
  );
}
