import { ChevronDown } from "lucide";
import { Icon } from "../../ui/icon.tsx";
import { SectionHead } from "./section-head.tsx";
import styles from "./testimonials.module.css";

const testimonials = [
  {
    text: "Mình đặt một bài cho ngày cưới của chị gái. Cả nhà nghe đến câu thứ hai là khóc.",
    name: "Nguyễn Thảo Vy",
    place: "Đà Nẵng",
  },
  {
    text: "Con gái tôi thuộc hết số đếm tiếng Nhật sau hai tuần, toàn hát lúc tắm.",
    name: "Phạm Quốc Bảo",
    place: "TP. Hồ Chí Minh",
  },
  {
    text: "Nghe thử rồi mới trả tiền nên tôi yên tâm. Bản thứ hai đúng ý hơn cả mong đợi.",
    name: "Lê Thị Hồng",
    place: "Hải Phòng",
  },
  {
    text: "Quán mình mở Ngân Nga cả ngày, khách hay hỏi bài gì đang phát.",
    name: "Trần Minh Đức",
    place: "Hội An",
  },
  {
    text: "Bố tôi nghe bolero trên này mỗi tối. Chữ to, dễ bấm, không quảng cáo.",
    name: "Vũ Hoàng Nam",
    place: "Nam Định",
  },
  {
    text: "Tôi dạy lớp hai. Giờ học từ vựng giờ là giờ cả lớp đòi học thêm.",
    name: "Đặng Ngọc Hà",
    place: "Cần Thơ",
  },
];

/** Seen at once; the others are one press away. */
const shownCount = 3;

export function Testimonials() {
  return (
    <section className={`section wrap ${styles.testimonials}`}>
      <SectionHead title="Người nghe kể lại" />
      <TestimonialList testimonials={testimonials.slice(0, shownCount)} />
      <details className={styles.more}>
        <summary>
          Nghe thêm {testimonials.length - shownCount} người kể
          <Icon icon={ChevronDown} />
        </summary>
        <TestimonialList testimonials={testimonials.slice(shownCount)} />
      </details>
    </section>
  );
}

function TestimonialList({ testimonials: listed }: { testimonials: typeof testimonials }) {
  return (
    <div className={styles.list}>
      {listed.map(({ text, name, place }) => (
        <figure key={name}>
          <blockquote>{text}</blockquote>
          <figcaption>
            <b>{name}</b>, {place}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
