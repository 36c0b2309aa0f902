import { binDays } from "#contract/bin.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function StaffHelp() {
  return (
    <>
      <p>Những người viết lời và làm bài cho khách. Họ đăng nhập ở /staff/login và chỉ thấy bàn làm việc.</p>
      <h3>Khi có người mới</h3>
      <ol>
        <li>
          Bấm <b>Thêm nhân viên</b>, đặt tên đăng nhập và mật khẩu ít nhất 10 ký tự. Trang hỏi lại mật khẩu của bạn.
        </li>
        <li>
          Nhân viên thấy yêu cầu chưa ai nhận và yêu cầu của mình. Bật <b>Giám sát viên</b> cho người được thấy mọi yêu
          cầu, giao việc, đặt giá và ghi nhận thanh toán.
        </li>
        <li>Gửi họ tên đăng nhập và mật khẩu, nhắc họ đổi mật khẩu và bật xác thực hai bước ở Bảo mật tài khoản.</li>
      </ol>
      <h3>Khi có người nghỉ</h3>
      <ul>
        <li>
          Nghỉ ít ngày: tắt <b>Hoạt động</b>. Người đó bị đăng xuất, các{" "}
          <ToScreen to="/admin/requests">yêu cầu</ToScreen> đang làm trở lại danh sách chung. Bật lại lúc nào cũng được,
          nhưng yêu cầu thì phải giao lại.
        </li>
        <li>
          Nghỉ hẳn: <b>Xóa</b>. Tài khoản nằm trong <ToScreen to="/admin/bin">Thùng rác</ToScreen> {binDays} ngày, khôi
          phục được.
        </li>
      </ul>
      <h3>Khi có người không đăng nhập được</h3>
      <ul>
        <li>
          Quên mật khẩu: họ bấm <b>Quên mật khẩu</b> ở trang đăng nhập, hoặc bạn đặt mật khẩu mới ở đây.
        </li>
        <li>
          Mất điện thoại và mã khôi phục: <b>Tắt xác thực hai bước</b>, sau khi đã gặp hoặc gọi để chắc chính là người
          đó. Đừng tin riêng một lá thư.
        </li>
      </ul>
    </>
  );
}
