/** The search of the back office over all that it manages: for the command palette. */
import { z } from "zod";
import { type Endpoints, transferSearch } from "./endpoint.ts";

/** Kinds of records that are found, in their order. */
export const findKinds = ["order", "request", "user", "song", "category", "staff"] as const;
export const FindKind = z.enum(findKinds);
export type FindKind = z.output<typeof FindKind>;

/** Records of one kind that are found at most. */
export const foundOfKind = 5;

export const FoundRecord = z
  .object({
    kind: FindKind,
    id: z.int(),
    /** Its name: the code of an order or a request, else a title or a name. */
    title: z.string(),
    /** What tells it from others with such a name; empty without. */
    detail: z.string(),
  })
  .meta({ id: "FoundRecord" });
export type FoundRecord = z.output<typeof FoundRecord>;

export const FindReply = z.object({ found: z.array(FoundRecord) });
export type FindReply = z.output<typeof FindReply>;

/** `search` is any text: a name, e-mail, phone number, code, amount, or a line of a bank. Without one nothing is found. */
export const FindQuery = z.object({ search: transferSearch });

export const find = {
  "GET /api/admin/find": {
    access: ["admin", "accountant"],
    tag: "Quản trị",
    summary:
      "Tìm đơn hàng, yêu cầu, người dùng, bài hát, thể loại và nhân viên; kế toán chỉ thấy đơn hàng và người dùng",
    query: FindQuery,
    reply: FindReply,
  },
} as const satisfies Endpoints;
