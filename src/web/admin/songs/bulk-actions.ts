import type { BulkAction as Action, SongBulkReply } from "#contract/catalogue.ts";
import type { BulkAction } from "../../resource/resource.ts";
import { genreOptions } from "./genre-options.ts";
import { saveTimeout } from "./refreshes.ts";

/** Texts of the changes: menu item, start of the question and its button, start of the result. */
const texts: Record<Action, { label: string; question: string; button: string; result: string }> = {
  activate: sameText("Hiện công khai", "Đã hiện"),
  deactivate: sameText("Tạm ẩn", "Đã ẩn"),
  feature: sameText("Đánh dấu nổi bật", "Đã đánh dấu nổi bật"),
  unfeature: sameText("Bỏ nổi bật", "Đã bỏ nổi bật"),
  set_premium: sameText("Chuyển thành Premium", "Đã chuyển thành Premium"),
  unset_premium: sameText("Bỏ Premium", "Đã bỏ Premium"),
  add_category: {
    label: "Thêm thể loại…",
    question: "Thêm thể loại cho",
    button: "Thêm cho",
    result: "Đã thêm thể loại cho",
  },
  delete: { label: "Xóa các bài đã chọn", question: "Xóa", button: "Xóa", result: "Đã xóa" },
};

function sameText(label: string, result: string) {
  return { label, question: label, button: label, result };
}

/** The changes of many songs at once, in the order of the menu. */
export const bulkActions: readonly BulkAction[] = (Object.keys(texts) as Action[]).map((action) => {
  const { label, question, button } = texts[action];
  return {
    label,
    title: (count) => `${question} ${count} bài hát?`,
    action: (count) => `${button} ${count} bài`,
    ...(action === "delete" && {
      note: "Các bài nằm trong thùng rác 30 ngày, khôi phục được.",
      isDanger: true,
      isMain: true,
    }),
    ...(action === "add_category" && { choice: { label: "Thể loại", options: genreOptions } }),
    async send(ids, choice, call) {
      const category_id = action === "add_category" ? Number(choice) : undefined;
      const { data } = await call(
        "POST /api/admin/songs/bulk",
        { body: { ids: [...ids], action, category_id } },
        { timeout: saveTimeout, fallback: "Có lỗi xảy ra khi lưu bài hát", unreachable: "Lỗi khi lưu bài hát" },
      );
      return { message: resultMessage(action, data), refused: data.refused };
    },
  };
});

/** Returns the message after a change. */
export function resultMessage(action: Action, { changed, unchanged, missing, refused }: SongBulkReply): string {
  return [
    `${texts[action].result} ${changed} bài hát`,
    unchanged > 0 && `${unchanged} bài vốn đã như vậy`,
    missing.length > 0 && `${missing.length} bài không còn nữa`,
    refused.length > 0 && `${refused.length} bài giữ nguyên`,
  ]
    .filter(Boolean)
    .join(", ");
}
