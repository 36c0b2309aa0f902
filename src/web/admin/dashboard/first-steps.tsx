/** The first steps of a new site, each with the way to where it is done. */
import { Check, Circle } from "lucide";
import type { FirstSteps as Steps } from "#contract/dashboard.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import styles from "./first-steps.module.css";

const steps: readonly { key: keyof Steps; label: string; to: string }[] = [
  { key: "bank_account", label: "Thêm tài khoản ngân hàng nhận tiền", to: "/admin/bank" },
  { key: "first_money", label: "Quét thử mã QR và thấy khoản tiền đầu tiên", to: "/admin/bank" },
  { key: "mail", label: "Nối máy chủ thư để gửi email", to: "/admin/config?tab=messages" },
  { key: "backup", label: "Tạo bản sao lưu đầu tiên", to: "/admin/system" },
  { key: "staff", label: "Thêm nhân viên đầu tiên", to: "/admin/staff?new" },
];

export function FirstSteps({ done }: { done: Steps }) {
  const count = steps.filter(({ key }) => done[key]).length;
  return (
    <section className={styles.first} aria-labelledby="buoc-dau">
      <h2 id="buoc-dau">
        Năm bước đầu tiên <span className="muted num">đã xong {count}/5</span>
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ key, label, to }) => (
          <li key={key} className={done[key] ? styles.done : undefined}>
            <Icon icon={done[key] ? Check : Circle} />
            {done[key] ? (
              <span>
                <span className="sr">Đã xong: </span>
                {label}
              </span>
            ) : (
              <Link to={to}>{label}</Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
