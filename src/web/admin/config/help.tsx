import { unpaidDays } from "#contract/orders.ts";
import { retentionMonths } from "#contract/retention.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function ConfigHelp() {
  return (
    <>
      <p>Những lựa chọn cho cả trang. Mỗi phần có nút lưu riêng, và thay đổi có hiệu lực ngay.</p>
      <h3>Giá bài hát</h3>
      <ul>
        <li>
          <b>Giá cơ bản (VND)</b> và <b>Số lần sửa miễn phí</b> của bài đặt riêng. Yêu cầu đã có giữ giá và số lần của
          nó.
        </li>
      </ul>
      <h3>Bán hàng</h3>
      <ul>
        <li>
          <b>Báo tiền về</b>: chọn một dịch vụ, chép địa chỉ webhook và khóa theo từng bước ghi ở đó. Nhờ dịch vụ này
          đơn tự được xác nhận. <b>Số tiền được phép thiếu</b>: bao nhiêu vẫn tính là đủ.
        </li>
        <li>
          <b>Đơn chưa thanh toán</b>: đơn chờ tiền bao nhiêu ngày, từ {unpaidDays.min} đến {unpaidDays.max}, cho những
          đơn đặt từ nay.
        </li>
        <li>
          <b>Người bán trên biên nhận</b>: tên, mã số thuế, địa chỉ. Biên nhận đã lập giữ nguyên, và không thay hóa đơn.
        </li>
      </ul>
      <h3>Thư và Zalo</h3>
      <ul>
        <li>
          Chọn sự kiện nào gửi qua đâu, và ai nhận thư của quản trị viên. Bật <b>Giờ yên lặng</b> thì thông báo không
          gấp đợi từ 22 giờ đến 7 giờ sáng.
        </li>
        <li>
          Thư nào đã đi, thư nào lỗi: xem <ToScreen to="/admin/deliveries">Nhật ký gửi</ToScreen>.
        </li>
      </ul>
      <h3>Lưu trữ (R2)</h3>
      <ul>
        <li>
          Nơi giữ file nhạc ngoài máy chủ. Bấm <b>Kiểm tra kết nối</b> trước khi lưu. Để trống tất cả thì file nằm trên
          đĩa của máy chủ.
        </li>
      </ul>
      <h3>Trang và dữ liệu</h3>
      <ul>
        <li>
          <b>Mạng xã hội</b>: các địa chỉ ở chân trang.
        </li>
        <li>
          <b>Lưu giữ dữ liệu cũ</b>: giữ thông tin khách bao nhiêu tháng, từ {retentionMonths.min} đến{" "}
          {retentionMonths.max}, hoặc giữ mãi. Mỗi đêm trang xóa phần quá hạn, và không lấy lại được trừ từ bản sao lưu.
          Rút ngắn thời hạn thì trang đếm trước cho bạn xem.
        </li>
      </ul>
      <h3>Nên biết</h3>
      <ul>
        <li>
          <b>Lịch sử thay đổi</b> cho biết ai đã đổi gì; muốn về như cũ thì nhập lại giá trị cũ.
        </li>
        <li>
          Đổi dịch vụ báo tiền, Zalo, nơi lưu trữ, mạng xã hội thì trang hỏi lại mật khẩu và báo mọi quản trị viên.
        </li>
      </ul>
    </>
  );
}
