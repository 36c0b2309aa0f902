import { Clock3, Eye, type IconNode, PenLine, ShieldCheck } from "lucide";
import type { Example } from "#contract/examples.ts";
import type { PublicReviews } from "#contract/request-reviews.ts";
import type { SongPricing } from "#contract/settings.ts";
import { type Fallback, valueOf, withFallback } from "../../lib/fallback.ts";
import { money } from "../../lib/format.ts";
import { useOrigin } from "../../lib/root-data.ts";
import { callInProcess } from "../../lib/server-context.ts";
import { useLatest } from "../../lib/use-latest.ts";
import songPriceStyles from "../../price-look/song-price.module.css";
import { SongPrice } from "../../price-look/song-price.tsx";
import { Icon } from "../../ui/icon.tsx";
import { breadcrumbs } from "../breadcrumbs.ts";
import { PageHead } from "../page-head.tsx";
import { type ReadApi, readInBrowser } from "../read-api.ts";
import { routes } from "../routes.ts";
import type { Route } from "./+types/page.ts";
import { CustomerReviews } from "./customer-reviews.tsx";
import { RequestFlow } from "./flow.tsx";
import styles from "./page.module.css";
import requestFormStyles from "./request-form.module.css";

/** Each part is undefined, or empty, when it fails to load. */
interface Loaded {
  pricing: SongPricing | undefined;
  examples: readonly Example[];
  reviews: PublicReviews | undefined;
}
const noExamples: readonly Example[] = [];
type Loading = { [Part in keyof Loaded]: Promise<Loaded[Part] | Fallback<Loaded[Part]>> };

function load(read: ReadApi): Loading {
  const dataOf = <T,>(response: Promise<{ data: T }>) => response.then(({ data }) => data);
  return {
    pricing: withFallback(dataOf(read("GET /api/song-requests/public/pricing", {})), () => undefined),
    examples: withFallback(dataOf(read("GET /api/song-requests/public/examples", {})), () => []),
    reviews: withFallback(dataOf(read("GET /api/song-requests/public/reviews", {})), () => undefined),
  };
}

/** A failed request is logged, and keeps the page out of the cache (`createPageHandler`). */
export async function loader({ context }: Route.LoaderArgs): Promise<Loaded> {
  const { pricing, examples, reviews } = load(context.get(callInProcess));
  return { pricing: valueOf(await pricing), examples: valueOf(await examples), reviews: valueOf(await reviews) };
}

/** Returns promises, so that the form renders at once. */
export function clientLoader(): Loading {
  return load(readInBrowser);
}

export default function RequestPage({ loaderData }: Route.ComponentProps) {
  const data: Loaded | Loading = loaderData;
  const pricing = useLatest<Loaded["pricing"]>(data.pricing, "");
  const examples = useLatest<Loaded["examples"]>(data.examples, "");
  const reviews = useLatest<Loaded["reviews"]>(data.reviews, "");
  const origin = useOrigin();
  return (
    <>
      <PageHead
        title={routes.request.label}
        description="Kể câu chuyện của bạn: chúng tôi viết lời, AI phổ nhạc và hát. Không đặt cọc, nhận bài trong tối đa 3 ngày làm việc, hài lòng mới thanh toán."
        path={routes.request.path}
        data={origin === undefined ? [] : [breadcrumbs(origin, routes.request)]}
      />
      <RequestFlow
        terms={<Terms pricing={pricing} />}
        examples={examples ?? noExamples}
        reviews={<CustomerReviews reviews={reviews} />}
        aside={
          <aside className={styles.aside} aria-label="Giá và cam kết">
            <div className={`lacquer ${songPriceStyles.requestPrice}`}>
              <SongPrice pricing={pricing} />
              <p className={songPriceStyles.pricePledge}>
                Không đặt cọc. Nhận bài trong tối đa 3 ngày làm việc. Nghe kết quả miễn phí, hài lòng mới thanh toán
                theo giá đã thỏa thuận.
              </p>
            </div>
            <Notes />
          </aside>
        }
      />
    </>
  );
}

/** The terms in one line, since on a phone the panel with the price stands below the form. */
function Terms({ pricing }: Pick<Loaded, "pricing">) {
  return (
    <p className={requestFormStyles.terms}>
      {pricing && (
        <>
          <b className="num">{money(pricing.base_price, pricing.currency)}</b>
          <span>{", "}</span>
        </>
      )}
      <span>{pricing ? "trả khi ưng" : "Trả khi ưng"}</span>
      {pricing && pricing.free_changes > 0 && <span>{`, ${pricing.free_changes} lần sửa miễn phí`}</span>}
      <span>. Nhận bài trong 3 ngày làm việc. Người viết lời, AI hát.</span>
    </p>
  );
}

const notes: { icon: IconNode; title: string; text: string }[] = [
  {
    icon: PenLine,
    title: "Người viết lời, AI hát",
    text: "Người của chúng tôi đọc câu chuyện và viết lời. Giai điệu, phần đệm và giọng hát do AI tạo.",
  },
  { icon: Clock3, title: "Tối đa 3 ngày làm việc", text: "Bài phức tạp hơn, chúng tôi báo trước với bạn." },
  { icon: Eye, title: "Luôn biết bài đến đâu", text: "Mỗi yêu cầu có một trang riêng để bạn theo dõi và nghe bài." },
  { icon: ShieldCheck, title: "Câu chuyện được giữ kín", text: "Chỉ những người làm bài đọc nội dung bạn gửi." },
];

function Notes() {
  return (
    <ul className={styles.notes}>
      {notes.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon icon={icon} />
          <b>{title}</b>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
