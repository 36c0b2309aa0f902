import { customerRows } from "#contract/customers.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function CustomerHelp() {
  return (
    <>
      <p>Tất cả về một khách trên một trang: Premium, đơn hàng, yêu cầu, biên nhận, thiết bị, thư đã gửi.</p>
      <h3>Khi khách gọi</h3>
      <ol>
        <li>
          Xem khách còn Premium đến ngày nào, rồi xem phần đơn hàng. <b>Đơn cùng email, chưa gắn tài khoản</b> thường là
          câu trả lời cho “tôi trả rồi mà chưa có”.
        </li>
        <li>
          Khách nói không nhận được thư: xem <b>Thông báo đã gửi</b>, gửi lại ở{" "}
          <ToScreen to="/admin/deliveries">Nhật ký gửi</ToScreen>.
        </li>
        <li>
          Khách mất máy: <b>Đăng xuất khỏi mọi thiết bị</b>.
        </li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>
          <b>Có thể là cùng một người</b> chỉ là phỏng đoán, có ghi lý do. Trang không tự gộp tài khoản nào.
        </li>
        <li>
          Mỗi phần hiện tối đa {customerRows} dòng mới nhất; <b>Xem trong danh sách</b> để thấy hết.
        </li>
      </ul>
    </>
  );
}
