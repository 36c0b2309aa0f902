import { ToScreen } from "../../resource/help/to-screen.tsx";

export function DeliveriesHelp() {
  return (
    <>
      <p>Mỗi thư và tin Zalo mà trang đã gửi cho khách, nhân viên và quản trị viên trong 90 ngày.</p>
      <h3>Mỗi ngày</h3>
      <ol>
        <li>
          Xem <b>Không gửi được</b>. Mở từng dòng để đọc lỗi; thường là email gõ sai: hỏi lại khách địa chỉ đúng.
        </li>
        <li>
          Lỗi đã hết (mạng, máy chủ thư) thì <b>Gửi lại</b>, hoặc <b>Gửi lại tất cả</b>. Thông báo đi ngay, không đợi
          hết giờ yên lặng.
        </li>
        <li>
          <b>Lưu lại, chưa gửi</b>: lúc đó chưa có máy chủ thư. Nhờ người giữ máy chủ nối thư, rồi gửi lại. Xem kỹ ngày:
          thư cũ có thể khách không cần nữa.
        </li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>
          Dấu <b>Địa chỉ bị từ chối hẳn</b>: trang thôi gửi đến địa chỉ này, cho đến khi bạn gửi lại một thông báo.
        </li>
        <li>Thông báo đã gửi mà gửi lại thì người nhận có thêm một bản nữa.</li>
        <li>
          Sự kiện nào gửi qua đâu: <ToScreen to="/admin/config?tab=messages">Cấu hình, Thư và Zalo</ToScreen>.
        </li>
        <li>Thư đặt lại mật khẩu không hiện nội dung ở đây, vì chỉ người nhận mới được thấy đường dẫn.</li>
      </ul>
    </>
  );
}
