/** The talk with the customer of a request, for both back offices. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SongRequest } from "#contract/requests.ts";
import { shortDate } from "../lib/dates.ts";
import { useArea } from "../resource/area/area.ts";
import { useAccount } from "../resource/area/session.ts";
import { Banner, ErrorBanner } from "../resource/controls/banner.tsx";
import { refresh, useRead } from "../resource/data/queries.ts";
import { Conversation } from "../talk/conversation.tsx";
import { adminTalk, staffTalk } from "../talk/talk-source.ts";
import { Skeleton } from "../ui/states.tsx";
import { SavedReplies } from "./saved-replies.tsx";

const endpoints = {
  admin: "GET /api/song-requests/{id}/messages",
  staff: "GET /api/staff/requests/{id}/messages",
} as const;

interface TalkProps {
  request: Pick<SongRequest, "id" | "code" | "customer_name" | "due_at" | "erased_at">;
  /** Path prefixes of the GET endpoints to read again after a message. */
  refreshes: readonly string[];
  /** Whether the caller keeps the saved replies of all. */
  maySaveForAll: boolean;
}

export function Talk({ request, refreshes, maySaveForAll }: TalkProps) {
  const { id, code, customer_name, due_at, erased_at } = request;
  const area = useArea();
  const { kind } = area;
  const client = useQueryClient();
  const account = useAccount(area);
  const source = useMemo(() => {
    if (account === undefined) return undefined;
    return kind === "admin" ? adminTalk(id, account) : staffTalk(id, account);
  }, [kind, id, account]);
  const endpoint = endpoints[kind];
  const input = { params: { id } };
  const read = useRead(endpoint, input, { fallback: "Không tải được tin nhắn", enabled: erased_at === null });
  // The messages of another request stay until those of this one have come.
  const talk = read.isPlaceholderData ? undefined : read.data?.data;
  if (erased_at !== null) return <p className="muted">Tin nhắn đã xóa theo thời hạn lưu giữ.</p>;
  if (!talk && read.error) {
    return <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />;
  }
  if (!talk || !source) return <Skeleton style={{ height: "10rem" }} />;
  return (
    <Conversation
      key={id}
      source={source}
      side="desk"
      latest={talk}
      onChange={(next) => {
        client.setQueryData([endpoint, input], { data: next, total: undefined });
        void refresh(client, refreshes);
      }}
      onRead={() => void refresh(client, refreshes)}
      tools={
        <SavedReplies
          values={{ ten: customer_name, ma: code, ngay_giao: shortDate(due_at) }}
          maySaveForAll={maySaveForAll}
        />
      }
      closed={<Banner kind="info">Bạn nhận yêu cầu này rồi hãy nhắn cho khách.</Banner>}
    />
  );
}
