/** Messages, refreshes and rules that the calls of the desk share. */
import type { StaffRequest } from "#contract/requests.ts";
import type { StaffInfo } from "#contract/staff.ts";

export const deskRefreshes = ["/api/staff/requests", "/api/staff/members"];
export const loadErrors = {
  fallback: "Có lỗi xảy ra khi tải dữ liệu",
  unreachable: "Lỗi khi tải dữ liệu, vui lòng thử lại",
};
export const claimErrors = {
  fallback: "Không thể nhận yêu cầu",
  unreachable: "Có lỗi xảy ra khi xử lý yêu cầu",
};
export const updateErrors = {
  fallback: "Không thể cập nhật yêu cầu",
  unreachable: "Lỗi khi cập nhật yêu cầu",
};

/** Returns the name of a request in headings and labels. */
export function requestName({ id }: Pick<StaffRequest, "id">): string {
  return `Yêu cầu #${id}`;
}

/** Whether any member may take the request. */
export function isClaimable({ staff_id, status }: Pick<StaffRequest, "staff_id" | "status">): boolean {
  return staff_id === null && (status === "new" || status === "processing");
}

/** Whether the member may change the request: their own, and for supervisors each. */
export function canChange(member: Pick<StaffInfo, "id" | "is_supervisor">, { staff_id }: StaffRequest): boolean {
  return member.is_supervisor || staff_id === member.id;
}
