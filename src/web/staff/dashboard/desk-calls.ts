/** Messages, refreshes and rules that the calls of the desk share. */
import type { StaffRequest } from "#contract/requests.ts";
import type { StaffInfo } from "#contract/staff.ts";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useSend } from "../../resource/data/queries.ts";

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

/** Changes the member of a request; the message of each change takes it back. Errors are shown as messages. */
export function useAssign({ id, staff_id }: Pick<StaffRequest, "id" | "staff_id">) {
  const toast = useAreaToast();
  const send = useSend(deskRefreshes);
  async function put(body: { staff_id?: number | null; reason?: string | null }): Promise<boolean> {
    try {
      await send("PUT /api/staff/requests/{id}/assign", { params: { id }, body }, updateErrors);
      return true;
    } catch (error) {
      toast(errorMessage(error), "danger");
      return false;
    }
  }
  async function undo() {
    if (await put({ staff_id })) toast(`Đã hoàn tác với ${requestName({ id }).toLocaleLowerCase("vi")}`);
  }
  /** Resolves to whether the change was made. */
  return async (body: { staff_id: number | null; reason?: string | null }, success: string): Promise<boolean> => {
    if (!(await put(body))) return false;
    toast(success, undefined, { label: "Hoàn tác", onPress: () => void undo() });
    return true;
  };
}

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
