/** The form of a staff member: its schema, its values and its calls. */
import type { z } from "zod";
import { StaffBody, StaffChange, type StaffMember } from "#contract/staff.ts";
import { hasChanges } from "../../resource/form/use-resource-form.ts";
import type { SaveTools } from "../../resource/resource.ts";

const ChangedStaff = StaffBody.extend({ password: StaffChange.shape.password });
type Values = z.input<typeof ChangedStaff>;
type Saved = z.output<typeof ChangedStaff>;

/** The schema of the form; the password is required for a new member. */
export const staffSchema = (member: StaffMember | undefined): z.ZodType<Saved, Values> =>
  (member ? ChangedStaff : StaffBody) as z.ZodType<Saved, Values>;

/** Values of the form of a member, or of a new one. */
export function staffValues(member: StaffMember | undefined): Required<Values> {
  return {
    username: member?.username ?? "",
    email: member?.email ?? "",
    full_name: member?.full_name ?? "",
    password: "",
    phone: member?.phone ?? "",
    notes: member?.notes ?? "",
    is_active: member?.is_active ?? true,
    is_supervisor: member?.is_supervisor ?? false,
  };
}

const unreachable = "Lỗi kết nối";

/** Saves a member; of a known one what was changed, after a question when open requests lose their member. @throws ApiError */
export async function saveStaff(
  { password, ...body }: Saved,
  member: StaffMember | undefined,
  { send, changed, confirm }: SaveTools<StaffMember, Saved>,
): Promise<string | undefined> {
  if (member) {
    const { full_name, open_requests } = member;
    const isLeaving = changed.is_active === false && open_requests > 0;
    if (
      isLeaving &&
      !(await confirm({
        title: "Khóa tài khoản nhân viên",
        text: `${open_requests} yêu cầu mà ${full_name} đang làm sẽ trở lại danh sách chung, mọi phiên đăng nhập kết thúc.`,
        action: "Khóa tài khoản",
        danger: true,
      }))
    )
      return undefined;
    const errors = { fallback: "Lỗi cập nhật nhân viên", unreachable };
    if (hasChanges(changed)) {
      await send("PUT /api/admin/staff/{id}", { params: { id: member.id }, body: changed }, errors);
    }
    return "Đã lưu nhân viên";
  }
  const errors = { fallback: "Lỗi tạo nhân viên", unreachable };
  // The schema of a new member requires the password.
  await send("POST /api/admin/staff", { body: { ...body, password: password ?? "" } }, errors);
  return "Đã thêm nhân viên";
}
