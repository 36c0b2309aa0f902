import styles from "../resource/area/login-help.module.css";
import { Link } from "../ui/link.tsx";

/** How an administrator's forgotten password is reset. */
export function LoginHelp() {
  return (
    <div className={styles.loginHelp}>
      <p>Chúng tôi gửi đến email của bạn một đường dẫn để đặt mật khẩu mới.</p>
      <p>
        <Link className="btn btn--primary" to="/forgot-password?account=admin">
          Gửi thư đặt lại mật khẩu
        </Link>
      </p>
      <p>
        Không nhận được thư? Mật khẩu quản trị cũng được đặt lại trên máy chủ. Người giữ máy chủ chạy lệnh này trong thư
        mục của Ngân Nga:
      </p>
      <pre className={styles.command}>
        <code>npm run admin -- reset-password EMAIL</code>
      </pre>
      <p>
        Lệnh in ra mật khẩu mới một lần và kết thúc mọi phiên đăng nhập cũ. <code>npm run admin -- list</code> cho xem
        các tài khoản quản trị, <code>npm run admin -- create EMAIL</code> thêm một tài khoản.
      </p>
    </div>
  );
}
