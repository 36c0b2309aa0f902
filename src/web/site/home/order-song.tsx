import { Check, Clock3, Headphones, Wallet } from "lucide";
import type { SongPricing } from "#contract/settings.ts";
import { money } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { type Benefit, BenefitList } from "../benefit-list.tsx";
import { linkTo, routes } from "../routes.ts";

const benefits: Benefit[] = [
  { icon: Wallet, title: "Không cần đặt cọc", text: "Chỉ trả tiền khi bạn hài lòng với bài hát." },
  {
    icon: Clock3,
    title: "Nhận bài trong tối đa 3 ngày làm việc",
    text: "Báo cho bạn qua email hoặc ứng dụng nhắn tin.",
  },
  { icon: Headphones, title: "Nghe kết quả miễn phí", text: "Chưa đúng ý thì nói, chúng tôi chỉnh." },
];

const orderLink = linkTo(routes.request, "Gửi yêu cầu của bạn");

interface OrderSongProps {
  pricing: SongPricing | undefined;
}

export function OrderSong({ pricing }: OrderSongProps) {
  return (
    <section className="section wrap">
      <div className="order">
        <div>
          <h2>Một bài hát viết riêng cho bạn</h2>
          <p className="muted">
            Kể cho chúng tôi nghe câu chuyện. Bạn nhận bài hát, nghe thử miễn phí, rồi mới quyết định.
          </p>
          <BenefitList benefits={benefits} className="order__benefits" />
        </div>
        <div className="lacquer order__price">
          {pricing ? <Pricing pricing={pricing} /> : <PricingSkeleton />}
          <p className="order__guarantee">Cam kết chất lượng: không đặt cọc, hài lòng mới thanh toán.</p>
          <Link className="btn btn--primary btn--lg" to={orderLink.path}>
            {orderLink.label}
          </Link>
        </div>
      </div>
    </section>
  );
}

function Pricing({ pricing: { base_price, currency, description, features } }: { pricing: SongPricing }) {
  return (
    <>
      <div>
        <p className="muted">Giá trọn gói</p>
        <Price text={money(base_price, currency)} />
        {description && <p className="order__description">{description}</p>}
      </div>
      <ul className="ticks">
        {features.map((feature) => (
          <li key={feature}>
            <Icon icon={Check} />
            {feature}
          </li>
        ))}
      </ul>
    </>
  );
}

function Price({ text }: { text: string }) {
  const space = text.lastIndexOf(" ");
  return (
    <p className="price">
      {text.slice(0, space + 1)}
      <small>{text.slice(space + 1)}</small>
    </p>
  );
}

function PricingSkeleton() {
  return (
    <div className="order__skeleton" aria-busy="true">
      <span className="sr">Đang tải giá</span>
      <Skeleton style={{ width: "6rem", height: "1rem" }} />
      <Skeleton style={{ width: "15rem", maxWidth: "100%", height: "3.5rem" }} />
      {["14rem", "16rem", "13rem", "15rem"].map((width) => (
        <Skeleton key={width} style={{ width, maxWidth: "100%", height: "1.25rem" }} />
      ))}
    </div>
  );
}
