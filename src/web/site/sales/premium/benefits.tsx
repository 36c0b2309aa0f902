import {
  AudioLines,
  BadgeCheck,
  Ban,
  Download,
  HardDriveDownload,
  Infinity as InfinityIcon,
  LifeBuoy,
  Music4,
} from "lucide";
import { type Benefit, BenefitList } from "../../benefit-list.tsx";
import styles from "./benefits.module.css";

const benefits: Benefit[] = [
  { icon: Music4, title: "Toàn bộ bài Premium", text: "Mở mọi bài có dấu vương miện, kể cả bài mới." },
  { icon: InfinityIcon, title: "Thư viện Premium không giới hạn", text: "Nghe bao nhiêu, bao lâu tùy bạn." },
  { icon: AudioLines, title: "Âm thanh chất lượng cao", text: "Nghe rõ cả tiếng gảy trên dây đàn." },
  { icon: Ban, title: "Không quảng cáo", text: "Nhạc nối nhạc, không ai chen ngang." },
  { icon: Download, title: "Tải về nghe ngoại tuyến", text: "Mất mạng giữa đường vẫn còn bài hát." },
  { icon: HardDriveDownload, title: "Tải không giới hạn", text: "Không đếm lượt, không giới hạn số bài." },
  { icon: LifeBuoy, title: "Ưu tiên hỗ trợ", text: "Câu hỏi của bạn được trả lời trước." },
  { icon: BadgeCheck, title: "Trọn đời với gói vĩnh viễn", text: "Mua một lần, không gia hạn." },
];

export function Benefits() {
  return (
    <section>
      <div className="section__head">
        <h2>Vì sao nên chọn Premium?</h2>
      </div>
      <BenefitList benefits={benefits} className={styles.benefits} />
    </section>
  );
}
