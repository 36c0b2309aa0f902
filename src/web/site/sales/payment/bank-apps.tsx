import { ChevronDown, ExternalLink, Smartphone } from "lucide";
import { useId, useState } from "react";
import type { PaymentDetails } from "#contract/bank.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./bank-apps.module.css";

/** Opens a banking app with the payment filled in, on phones: the links appear, and tell what they tell, after a press. */
export function BankApps({ links }: { links: PaymentDetails["app_links"] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (links.length === 0) return null;
  return (
    <div className={styles.apps}>
      <button
        type="button"
        className="btn btn--line btn--sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon icon={Smartphone} />
        Mở ứng dụng ngân hàng
        <Icon icon={ChevronDown} />
      </button>
      <div id={id} className={styles.list} hidden={!isOpen}>
        <p>
          Ứng dụng mở ra với mọi thứ đã điền sẵn. Liên kết đi qua vietqr.io, nên trang ấy biết số tài khoản nhận, số
          tiền và nội dung chuyển khoản.
        </p>
        <ul>
          {links.map(({ name, url }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
                {name}
                <Icon icon={ExternalLink} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
