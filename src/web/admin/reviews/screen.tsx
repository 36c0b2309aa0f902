import { Eye, EyeOff } from "lucide";
import type { AdminReview, ReviewState } from "#contract/request-reviews.ts";
import { shortDate } from "../../lib/dates.ts";
import { Badge } from "../../resource/controls/badge.tsx";
import { RefreshButton } from "../../resource/list/refresh-button.tsx";
import { defineResource, type RowAction } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { allTab, statesOf } from "../../resource/states.tsx";
import { Link } from "../../ui/link.tsx";
import { Stars } from "../../ui/stars.tsx";
import styles from "./screen.module.css";

const errors = { fallback: "Không thể tải đánh giá của khách", unreachable: "Lỗi khi tải đánh giá của khách" };
const refreshes = ["/api/admin/reviews", "/api/admin/dashboard"];

const looks = statesOf<ReviewState>(
  {
    waiting: { label: "Chờ duyệt", kind: "warning", isUrgent: true },
    shown: { label: "Đang hiện", kind: "success" },
    hidden: { label: "Đã ẩn" },
    private: { label: "Khách không cho hiện", tab: "Chỉ gửi riêng" },
  },
  "waiting",
);

/** Shows or hides a review as it stands in the list. */
function decision(is_shown: boolean): Pick<RowAction<AdminReview>, "call"> {
  return {
    call: {
      endpoint: "PUT /api/admin/reviews/{id}",
      input: ({ id, updated_at }) => ({ params: { id }, body: { is_shown, updated_at } }),
      success: is_shown ? "Đánh giá đang hiện ở trang Đặt bài hát riêng" : "Đã ẩn đánh giá",
      fallback: is_shown ? "Không cho hiện được đánh giá này" : "Không ẩn được đánh giá này",
      unreachable: "Lỗi khi lưu đánh giá",
    },
  };
}

const reviews = defineResource({
  title: "Lời khách",
  noun: "đánh giá",
  nameOf: ({ name, customer_name }: AdminReview) => name ?? customer_name,
  list: { endpoint: "GET /api/admin/reviews", isPaged: true, ...errors },
  tabs: {
    name: "tab",
    label: "Tình trạng",
    choices: [...looks.tabs("state"), { ...allTab, value: "all" }],
    endpoint: "GET /api/admin/reviews/tabs",
    ...errors,
  },
  columns: [
    {
      id: "name",
      label: "Khách",
      card: "title",
      cell: ({ name, customer_name }) => name ?? <span className="muted">{customer_name}</span>,
    },
    {
      id: "state",
      label: "Tình trạng",
      card: "badges",
      cell: ({ state }) => <looks.Badge state={state} />,
    },
    { id: "stars", label: "Sao", card: "subtitle", cell: ({ stars }) => <Stars count={stars} /> },
    { id: "text", label: "Lời", card: "body", skeleton: 4, cell: (review) => <Words review={review} /> },
    { id: "occasion", label: "Dịp", card: "badges", cell: ({ occasion }) => occasion && <Badge>{occasion}</Badge> },
    {
      id: "request",
      label: "Yêu cầu",
      card: "body",
      skeleton: 1.5,
      cell: ({ request_id, code, customer_name }) => (
        <Link className="link" to={`/admin/requests?open=${request_id}`}>
          {code} · {customer_name}
        </Link>
      ),
    },
    {
      id: "created_at",
      label: "Ngày viết",
      card: "foot",
      className: "num",
      cell: ({ created_at }) => <time dateTime={created_at}>{shortDate(created_at)}</time>,
    },
  ],
  actions: [
    {
      label: "Hiện ở trang Đặt bài hát riêng",
      text: "Hiện",
      icon: Eye,
      isShown: ({ state }) => state === "waiting" || state === "hidden",
      ...decision(true),
    },
    {
      label: "Ẩn",
      icon: EyeOff,
      isShown: ({ state }) => state === "waiting" || state === "shown",
      ...decision(false),
    },
  ],
  sizes: { choices: [10, 20, 50], default: 20 },
  empty: {
    title: "Không có đánh giá nào ở đây",
    text: "Khách viết đánh giá trên trang riêng của mình, sau khi nhận bài hát.",
  },
  Tools: () => <RefreshButton refreshes={refreshes} />,
  refreshes,
  live: ["requests", "site"],
});

/** All that would be shown. */
function Words({ review: { text, story } }: { review: AdminReview }) {
  return (
    <div className={styles.words}>
      <p>{text ?? <span className="muted">Không viết lời nào</span>}</p>
      {story && (
        <p>
          <span className="muted">Cho phép trích bên bài hát:</span> “{story}”
        </p>
      )}
    </div>
  );
}

export default function ReviewsScreen() {
  return <ResourceScreen resource={reviews} />;
}
