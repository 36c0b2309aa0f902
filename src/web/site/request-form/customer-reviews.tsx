import type { PublicReview, PublicReviews } from "#contract/request-reviews.ts";
import { groupedNumber } from "../../lib/format.ts";
import { Stars } from "../../ui/stars.tsx";
import styles from "./customer-reviews.module.css";

/** The reviews of customers; nothing without any. */
export function CustomerReviews({ reviews }: { reviews: PublicReviews | undefined }) {
  if (!reviews || reviews.items.length === 0) return null;
  const { items, count, average } = reviews;
  return (
    <section className={`section wrap ${styles.reviews}`} aria-labelledby="customer-reviews">
      <div className="section__head">
        <div>
          <h2 id="customer-reviews">Khách đã nhận bài kể lại</h2>
          {average !== null && (
            <p>
              <b className="num">{average.toLocaleString("vi-VN")}</b> trên 5 sao, từ {groupedNumber(count)} đánh giá
            </p>
          )}
        </div>
      </div>
      <ul className={styles.list}>
        {items.map((review) => (
          <li key={`${review.name} ${review.month} ${review.text}`}>
            <Review review={review} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Review({ review: { stars, text, name, occasion, month } }: { review: PublicReview }) {
  const [year, monthOfYear] = month.split("-");
  return (
    <figure>
      <Stars count={stars} />
      {text && <blockquote>{text}</blockquote>}
      <figcaption>
        <b>{name}</b>
        {occasion && <span>{`, ${occasion.toLocaleLowerCase("vi")}`}</span>}
        <span>{`, tháng ${Number(monthOfYear)}/${year}`}</span>
      </figcaption>
    </figure>
  );
}
