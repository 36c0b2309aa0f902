import { groupedNumber } from "../../lib/format.ts";
import { useRead } from "../../resource/data/queries.ts";

/** Numbers of all songs and of the hidden ones. */
export function SongSummary() {
  const all = useRead("GET /api/songs/count", { query: {} });
  const hidden = useRead("GET /api/songs/count", { query: { active: false } });
  if (!all.data || !hidden.data) return null;
  return `${groupedNumber(all.data.data.total)} bài, ${groupedNumber(hidden.data.data.total)} bài đang tạm ẩn`;
}
