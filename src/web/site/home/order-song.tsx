import { Clock3, Headphones, Wallet } from "lucide";
import type { SongPricing } from "#contract/settings.ts";
import { SongPrice } from "../../price-look/song-price.tsx";
import { Link } from "../../ui/link.tsx";
import { type Benefit, BenefitList } from "../benefit-list.tsx";
import { routes } from "../routes.ts";
import styles from "./order-song.module.css";

const benefits: Benefit[] = [
  { icon: Wallet, title: "Không cần đặt cọc", text: "Chỉ trả tiền khi bạn hài lòng với bài hát." },
  {
    icon: Clock3,
    title: "Nhận bài trong tối đa 3 ngày làm việc",
    text: "Báo cho bạn qua email hoặc ứng dụng nhắn tin.",
  },
  { icon: Headphones, title: "Nghe kết quả miễn phí", text: "Chưa đúng ý thì nói, chúng tôi chỉnh." },
];

interface OrderSongProps {
  pricing: SongPricing | undefined;
}

export function OrderSong({ pricing }: OrderSongProps) {
  return (
    <section className="section wrap">
      <div className={styles.order}>
        <div>
          <h2>Một bài hát viết riêng cho bạn</h2>
          <p className="muted">
            Kể cho chúng tôi nghe câu chuyện. Bạn nhận bài hát, nghe thử miễn phí, rồi mới quyết định.
          </p>
          <BenefitList benefits={benefits} className={styles.benefits} />
        </div>
        <div className={`lacquer ${styles.price}`}>
          <SongPrice pricing={pricing} />
          <p className={styles.guarantee}>Cam kết chất lượng: không đặt cọc, hài lòng mới thanh toán.</p>
          <Link className="btn btn--primary btn--lg" to={routes.request.path}>
            Gửi yêu cầu của bạn
          </Link>
        </div>
      </div>
    </section>
  );
}
