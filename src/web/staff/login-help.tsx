import styles from "../resource/area/login-help.module.css";
import { Link } from "../ui/link.tsx";

/** How a staff member's forgotten password is reset. */
export function LoginHelp() {
  return (
    <div className={styles.loginHelp}>
      <p>Chúng tôi gửi đến email của bạn một đường dẫn để đặt mật khẩu mới.</p>
      <p>
        <Link className="btn btn--primary" to="/forgot-password?account=staff">
          Gửi thư đặt lại mật khẩu
        </Link>
      </p>
      <p>Không nhận được thư? Quản trị viên đặt mật khẩu mới cho bạn trong mục Nhân viên.</p>
    </div>
  );
}
