import { Check, X } from "lucide";
import type { PlaylistReview } from "#contract/playlist-rules.ts";
import type { AdminPlaylist } from "#contract/playlists.ts";
import { shortDate } from "../../lib/dates.ts";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { allTab, statesOf } from "../../resource/states.tsx";
import { Link } from "../../ui/link.tsx";
import { Refuse } from "./refuse.tsx";

const errors = { fallback: "Không thể tải danh sách phát", unreachable: "Lỗi khi tải danh sách phát" };
const refreshes = ["/api/admin/playlists"];

const looks = statesOf<PlaylistReview>(
  {
    waiting: { label: "Chờ duyệt", kind: "warning", isUrgent: true },
    approved: { label: "Đang công khai", kind: "success" },
    refused: { label: "Không duyệt" },
  },
  "waiting",
);

const playlists = defineResource({
  title: "Danh sách phát",
  noun: "danh sách",
  nameOf: ({ title }: AdminPlaylist) => title,
  list: { endpoint: "GET /api/admin/playlists", isPaged: true, ...errors },
  tabs: {
    name: "tab",
    label: "Tình trạng",
    choices: [...looks.tabs("review"), { ...allTab, value: "all" }],
    endpoint: "GET /api/admin/playlists/tabs",
    ...errors,
  },
  columns: [
    {
      id: "title",
      label: "Tên",
      card: "title",
      cell: ({ title, token }) => (
        <a className="link" href={`/playlists/${token}`} target="_blank" rel="noreferrer">
          {title}
          <span className="sr"> (mở trong thẻ mới)</span>
        </a>
      ),
    },
    {
      id: "review",
      label: "Tình trạng",
      card: "badges",
      cell: ({ review }) => <looks.Badge state={review} />,
    },
    {
      id: "owner",
      label: "Người tạo",
      card: "subtitle",
      cell: ({ owner, owner_id }) => (
        <Link className="link" to={`/admin/users/${owner_id}`}>
          {owner ?? `Người dùng số ${owner_id}`}
        </Link>
      ),
    },
    {
      id: "songs",
      label: "Bài hát",
      card: "body",
      skeleton: 1.5,
      cell: ({ song_count, covers }) =>
        `${song_count} bài${covers.length > 0 ? `: ${covers.map(({ title }) => title).join(", ")}` : ""}${song_count > covers.length ? "…" : ""}`,
    },
    {
      id: "reason",
      label: "Lý do từ chối",
      card: "body",
      cell: ({ reason }) => reason,
    },
    {
      id: "updated_at",
      label: "Sửa lần cuối",
      card: "foot",
      className: "num",
      cell: ({ updated_at }) => <time dateTime={updated_at}>{shortDate(updated_at)}</time>,
    },
  ],
  actions: [
    {
      label: "Duyệt để hiện công khai",
      text: "Duyệt",
      icon: Check,
      isShown: ({ review }) => review !== "approved",
      call: {
        endpoint: "PUT /api/admin/playlists/{id}",
        input: ({ id, updated_at }) => ({ params: { id }, body: { review: "approved", updated_at } }),
        success: "Danh sách đang hiện công khai",
        fallback: "Không duyệt được danh sách này",
        unreachable: "Lỗi khi lưu quyết định",
      },
    },
    {
      label: "Từ chối…",
      icon: X,
      isShown: ({ review }) => review !== "refused",
      dialog: (row, close) => <Refuse playlist={row} refreshes={refreshes} onClose={close} />,
    },
  ],
  sizes: { choices: [10, 20, 50], default: 20 },
  empty: {
    title: "Không có danh sách nào ở đây",
    text: "Người nghe chọn Công khai ở danh sách phát của mình thì nó chờ bạn xem ở đây.",
  },
  Tools: () => <RefreshButton refreshes={refreshes} />,
  refreshes,
  live: ["site"],
});

export default function PlaylistsScreen() {
  return <ResourceScreen resource={playlists} />;
}
