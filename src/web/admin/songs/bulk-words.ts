import type { BulkAction, SongBulkReply } from "#contract/catalogue.ts";

/** What an action is called, and what it asks and tells of a number of songs. */
export const bulkWords: Record<BulkAction, { label: string; doing: string; done: string }> = {
  activate: { label: "Hiện công khai", doing: "Hiện công khai", done: "Đã hiện" },
  deactivate: { label: "Tạm ẩn", doing: "Tạm ẩn", done: "Đã ẩn" },
  feature: { label: "Đánh dấu nổi bật", doing: "Đánh dấu nổi bật", done: "Đã đánh dấu nổi bật" },
  unfeature: { label: "Bỏ nổi bật", doing: "Bỏ nổi bật", done: "Đã bỏ nổi bật" },
  set_premium: { label: "Chuyển thành Premium", doing: "Chuyển thành Premium", done: "Đã chuyển thành Premium" },
  unset_premium: { label: "Bỏ Premium", doing: "Bỏ Premium", done: "Đã bỏ Premium" },
  add_category: { label: "Thêm thể loại", doing: "Thêm thể loại cho", done: "Đã thêm thể loại cho" },
  delete: { label: "Xóa", doing: "Xóa", done: "Đã xóa" },
};

/** What became of a change, in one sentence. */
export function bulkResult(action: BulkAction, { changed, unchanged, missing, refused }: SongBulkReply): string {
  return [
    `${bulkWords[action].done} ${changed} bài hát`,
    unchanged > 0 && `${unchanged} bài vốn đã như vậy`,
    missing.length > 0 && `${missing.length} bài không còn nữa`,
    refused.length > 0 && `${refused.length} bài giữ nguyên`,
  ]
    .filter(Boolean)
    .join(", ");
}
