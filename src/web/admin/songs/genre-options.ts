/** The genres as options of filters and bulk changes. */
import type { OptionSource } from "../../resource/resource.ts";

export const genreErrors = {
  fallback: "Không thể tải danh sách thể loại",
  unreachable: "Lỗi khi tải danh sách thể loại",
};

export const genreOptions: OptionSource = {
  endpoint: "GET /api/categories",
  options: (genres) => genres.map(({ id, name }) => ({ value: String(id), label: name })),
  ...genreErrors,
};
