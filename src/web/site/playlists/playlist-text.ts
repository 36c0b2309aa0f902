/** Words about playlists. */
import type { PlaylistReview, PlaylistVisibility } from "#contract/playlist-rules.ts";
import type { Playlist } from "#contract/playlists.ts";
import { groupedNumber } from "../../lib/format.ts";

export const visibilityNames: Readonly<Record<PlaylistVisibility, string>> = {
  private: "Riêng tư",
  link: "Ai có liên kết",
  public: "Công khai",
};

/** Choices of who sees a playlist, in plain words. */
export const visibilityTexts: Readonly<Record<PlaylistVisibility, string>> = {
  private: "Chỉ mình bạn nghe và thấy.",
  link: "Ai có liên kết đều nghe được; không hiện ở đâu khác.",
  public: "Hiện ở trang Danh sách phát công khai, sau khi chúng tôi xem qua.",
};

/** The outcome of a wish to be public. */
export const reviewTexts: Readonly<Record<PlaylistReview, string>> = {
  waiting: "Đang chờ chúng tôi xem qua. Trong lúc chờ, ai có liên kết vẫn nghe được.",
  approved: "Đang hiện ở trang Danh sách phát công khai.",
  refused: "Chưa được hiện công khai.",
};

/** Returns the number of songs and their time: `12 bài · 48 phút`. */
export function lengthText(songs: Playlist["songs"]): string {
  const minutes = Math.round(songs.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 60);
  return minutes > 0 ? `${songs.length} bài · ${groupedNumber(minutes)} phút` : `${songs.length} bài`;
}
