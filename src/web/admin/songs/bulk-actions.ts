import type { BulkAction } from "../../resource/resource.ts";
import { genreOptions } from "./genre-options.ts";

/** The changes of many songs at once, in the order of the menu. */
export const bulkActions: readonly BulkAction[] = [
  { kind: "activate_songs", label: "Hiện công khai", verb: "hiện công khai" },
  { kind: "deactivate_songs", label: "Tạm ẩn", verb: "tạm ẩn" },
  { kind: "feature_songs", label: "Đánh dấu nổi bật", verb: "đánh dấu nổi bật" },
  { kind: "unfeature_songs", label: "Bỏ nổi bật", verb: "bỏ nổi bật" },
  { kind: "set_premium_songs", label: "Chuyển thành Premium", verb: "chuyển thành Premium" },
  { kind: "unset_premium_songs", label: "Bỏ Premium", verb: "bỏ Premium" },
  {
    kind: "add_category_songs",
    label: "Thêm thể loại…",
    verb: "thêm thể loại cho",
    asks: {
      kind: "choice",
      label: "Thể loại",
      options: genreOptions,
      toOptions: (value) => ({ category_id: Number(value) }),
    },
  },
  {
    kind: "schedule_songs",
    label: "Hẹn giờ phát hành…",
    verb: "hẹn giờ phát hành",
    asks: { kind: "moment", label: "Phát hành lúc (giờ Việt Nam)", toOptions: (release_at) => ({ release_at }) },
  },
  {
    kind: "delete_songs",
    label: "Xóa các bài đã chọn",
    verb: "xóa",
    note: "Các bài nằm trong thùng rác 30 ngày, khôi phục được.",
    isDanger: true,
    isMain: true,
  },
];
