import "./login-help.css";

/** How an administrator's forgotten password is reset. */
export function LoginHelp() {
  return (
    <div className="login-help">
      <p>Mật khẩu quản trị được đặt lại trên máy chủ. Người giữ máy chủ chạy lệnh này trong thư mục của Ngân Nga:</p>
      <pre className="login-help__command">
        <code>npm run admin -- reset-password EMAIL</code>
      </pre>
      <p>
        Lệnh in ra mật khẩu mới một lần và kết thúc mọi phiên đăng nhập cũ. <code>npm run admin -- list</code> cho xem
        các tài khoản quản trị, <code>npm run admin -- create EMAIL</code> thêm một tài khoản.
      </p>
    </div>
  );
}
