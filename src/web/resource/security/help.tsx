export function SecurityHelp() {
  return (
    <>
      <p>Mật khẩu, xác thực hai bước và các thiết bị đang đăng nhập tài khoản của bạn.</p>
      <h3>Khi bạn mới vào</h3>
      <ol>
        <li>
          <b>Đổi mật khẩu</b> mà người khác đã đặt cho bạn.
        </li>
        <li>
          <b>Bật xác thực hai bước</b>: quét mã bằng ứng dụng xác thực trên điện thoại, rồi nhập sáu chữ số.
        </li>
        <li>
          Cất <b>Mã khôi phục</b> ở nơi an toàn, không chung với mật khẩu. Mỗi mã dùng một lần, và chỉ hiện lần này.
        </li>
      </ol>
      <h3>Khi mất điện thoại</h3>
      <ul>
        <li>
          Đăng nhập bằng một mã khôi phục, rồi <b>Tắt xác thực hai bước</b> và bật lại với máy mới.
        </li>
        <li>Không còn mã nào: nhân viên nhờ quản trị viên, quản trị viên nhờ người giữ máy chủ.</li>
      </ul>
      <h3>Khi thấy thiết bị lạ</h3>
      <ol>
        <li>
          <b>Đăng xuất khỏi thiết bị khác</b>, rồi <b>Đổi mật khẩu</b> ngay.
        </li>
        <li>Báo cho quản trị viên.</li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>Mã xác thực bị từ chối hoài thì thường là đồng hồ điện thoại sai: bật chỉnh giờ tự động.</li>
        <li>Đổi mật khẩu thì mọi thiết bị khác phải đăng nhập lại.</li>
      </ul>
    </>
  );
}
