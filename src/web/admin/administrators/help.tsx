export function AdministratorsHelp() {
  return (
    <>
      <p>Những người vào được trang quản trị này, và việc mỗi người được làm.</p>
      <h3>Khi mời thêm người</h3>
      <ol>
        <li>
          Bấm <b>Thêm quản trị viên</b>, điền email và chọn vai trò. <b>Kế toán</b> chỉ xem và sửa đơn hàng, đối soát,
          ngân hàng, gói Premium và Premium của người dùng.
        </li>
        <li>
          Người được mời tự đặt mật khẩu bằng đường dẫn trong thư, dùng được một lần trong ba ngày. Hết hạn thì{" "}
          <b>Gửi lại lời mời</b>. Trang chưa gửi được thư thì đường dẫn hiện một lần để bạn tự gửi.
        </li>
        <li>Nhắc mọi người bật xác thực hai bước: cột Hai bước cho thấy ai chưa bật.</li>
      </ol>
      <h3>Khi có người nghỉ hoặc có điều đáng ngờ</h3>
      <ol>
        <li>
          <b>Kết thúc các phiên đăng nhập</b> của tài khoản đó.
        </li>
        <li>
          <b>Đóng tài khoản</b>: người đó không đăng nhập được nữa. <b>Mở lại tài khoản</b> lúc nào cũng được; tài khoản
          không bị xóa để sổ sách còn tên.
        </li>
        <li>Xem lại và sửa những gì đã bị đổi, rồi để chủ tài khoản đặt mật khẩu mới.</li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>
          Những thay đổi quan trọng (ngân hàng, dịch vụ báo tiền, liên hệ, quản trị viên…) hỏi lại mật khẩu, và mọi quản
          trị viên nhận thư báo. Nhận thư về một việc không ai trong nhóm làm thì làm ngay ba bước trên.
        </li>
        <li>Không ai tự đổi vai trò hay đóng tài khoản của mình.</li>
        <li>
          Quản trị viên mất cả điện thoại lẫn mã khôi phục thì nhờ người giữ máy chủ: cách làm ghi ở trang đăng nhập,{" "}
          <b>Quên mật khẩu?</b>
        </li>
      </ul>
    </>
  );
}
