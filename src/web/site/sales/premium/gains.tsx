import { Check } from "lucide";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./gains.module.css";

const gains = [
  "Nghe và xem lời mọi bài có vương miện",
  "Tải bài hát về máy, nghe cả khi mất mạng",
  "Câu hỏi của bạn được trả lời trước",
];

/** Lists the benefits of Premium over a free account, with its lowest price. */
export function Gains({ price }: { price: string }) {
  return (
    <>
      <ul className={styles.gains}>
        {gains.map((gain) => (
          <li key={gain}>
            <Icon icon={Check} />
            {gain}
          </li>
        ))}
      </ul>
      <p className={styles.price}>
        <b>{price.charAt(0).toLocaleUpperCase("vi") + price.slice(1)}</b>, không tự gia hạn
      </p>
    </>
  );
}
