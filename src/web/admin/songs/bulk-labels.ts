import type { BulkAction, SongBulkReply } from "#contract/catalogue.ts";

/** Labels of the bulk actions: menu item, start of the confirmation title, start of the result message. */
export const bulkLabels: Record<BulkAction, { label: string; question: string; result: string }> = {
  activate: { label: "Hiện công khai", question: "Hiện công khai", result: "Đã hiện" },
  deactivate: { label: "Tạm ẩn", question: "Tạm ẩn", result: "Đã ẩn" },
  feature: { label: "Đánh dấu nổi bật", question: "Đánh dấu nổi bật", result: "Đã đánh dấu nổi bật" },
  unfeature: { label: "Bỏ nổi bật", question: "Bỏ nổi bật", result: "Đã bỏ nổi bật" },
  set_premium: { label: "Chuyển thành Premium", question: "Chuyển thành Premium", result: "Đã chuyển thành Premium" },
  unset_premium: { label: "Bỏ Premium", question: "Bỏ Premium", result: "Đã bỏ Premium" },
  add_category: { label: "Thêm thể loại", question: "Thêm thể loại cho", result: "Đã thêm thể loại cho" },
  delete: { label: "Xóa", question: "Xóa", result: "Đã xóa" },
};

/** Returns the toast after a bulk change. */
export function bulkResultMessage(action: BulkAction, { changed, unchanged, missing, refused }: SongBulkReply): string {
  return [
    `${bulkLabels[action].result} ${changed} bài hát`,
    unchanged > 0 && `${unchanged} bài vốn đã như vậy`,
    missing.length > 0 && `${missing.length} bài không còn nữa`,
    refused.length > 0 && `${refused.length} bài giữ nguyên`,
  ]
    .filter(Boolean)
    .join(", ");
}
