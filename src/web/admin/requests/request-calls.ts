/** Messages and refreshes that the calls of requests share. */
import type { SongRequest } from "#contract/requests.ts";
import type { OptionSource } from "../../resource/resource.ts";

export const unreachable = "Lỗi kết nối";
export const loadErrors = { fallback: "Không thể tải danh sách yêu cầu", unreachable };
export const memberErrors = { fallback: "Lỗi tải danh sách nhân viên", unreachable };

/** Path prefixes that a changed request refreshes: lists, the work of its member, its song of the library, and the counter of new ones. */
export const requestRefreshes = ["/api/song-requests", "/api/admin/staff", "/api/songs", "/api/admin/dashboard"];

/** The staff members as options of the filter. */
export const memberOptions: OptionSource = {
  endpoint: "GET /api/admin/staff",
  options: (members) => members.map(({ id, full_name }) => ({ value: String(id), label: full_name })),
  ...memberErrors,
};

type Named = Pick<SongRequest, "id" | "customer_name" | "erased_at">;

/** Returns the name of a request: `Yêu cầu #12 của Nguyễn Thị Lan`. */
export function requestName({ id, customer_name, erased_at }: Named): string {
  return erased_at === null ? `Yêu cầu #${id} của ${customer_name}` : `Yêu cầu #${id}`;
}
