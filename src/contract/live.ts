/** Server-sent events: changes of data, for screens that show it. */
import { z } from "zod";
import type { Endpoints } from "./endpoint.ts";

/** Kinds of data that are told about. */
export const LiveTopic = z.enum(["catalogue", "site", "orders", "payments", "requests", "staff", "deliveries", "bin"]);
export type LiveTopic = z.output<typeof LiveTopic>;

export const live = {
  "GET /api/admin/changes": {
    access: ["admin", "accountant"],
    tag: "Quản trị",
    summary: "Báo ngay khi dữ liệu của trang thay đổi",
    replyType: "events",
    /** The first event tells what changed since the one named by `Last-Event-ID`, and may be empty. */
    reply: z.object({ topics: z.array(LiveTopic) }),
  },
} as const satisfies Endpoints;
