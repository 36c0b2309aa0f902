import type { CustomerRequest } from "#contract/requests.ts";

/** Returns how many of the free changes are used, in words. */
export function freeChangesText({
  free_changes,
  changes_done,
}: Pick<CustomerRequest, "free_changes" | "changes_done">): string {
  if (free_changes === 0) return "Bạn cứ gửi điều muốn sửa: chúng tôi báo giá trước, bạn đồng ý rồi mới sửa.";
  if (changes_done === 0) return `Bạn có ${free_changes} lần sửa miễn phí.`;
  if (changes_done < free_changes) return `Bạn đã dùng ${changes_done} trong ${free_changes} lần sửa miễn phí.`;
  return `Bạn đã dùng hết ${free_changes} lần sửa miễn phí. Bạn vẫn gửi được: chúng tôi báo giá trước, bạn đồng ý rồi mới sửa.`;
}
