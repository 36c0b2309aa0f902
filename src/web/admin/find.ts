/** The records that the command palette of the administrators finds. */
import { Disc3, IdCard, Inbox, Music, ReceiptText, Users } from "lucide";
import type { FindKind } from "#contract/find.ts";
import { call } from "../lib/api.ts";
import type { FoundLink } from "../resource/palette/commands.ts";

const searched = (path: string) => (_id: number, title: string) => `${path}?${new URLSearchParams({ q: title })}`;

const kinds: Readonly<
  Record<FindKind, Pick<FoundLink, "group" | "icon"> & { to: (id: number, title: string) => string }>
> = {
  order: { group: "Đơn hàng", icon: ReceiptText, to: (id) => `/admin/orders?open=${id}` },
  request: { group: "Yêu cầu", icon: Inbox, to: (id) => `/admin/requests?open=${id}` },
  user: { group: "Người dùng", icon: Users, to: (id) => `/admin/users/${id}` },
  song: { group: "Bài hát", icon: Music, to: (id) => `/admin/songs?open=${id}` },
  category: { group: "Thể loại", icon: Disc3, to: searched("/admin/genres") },
  staff: { group: "Nhân viên", icon: IdCard, to: searched("/admin/staff") },
};

/** Returns the records that a text finds. @throws ApiError */
export async function findRecords(search: string, signal: AbortSignal): Promise<readonly FoundLink[]> {
  const { data } = await call("GET /api/admin/find", { as: "admin", query: { search }, signal });
  return data.found.map(({ kind, id, title, detail }) => {
    const { group, icon, to } = kinds[kind];
    return { group, icon, label: title, detail, to: to(id, title) };
  });
}
