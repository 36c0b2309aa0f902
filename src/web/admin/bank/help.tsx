import { testAmount } from "#contract/bank.ts";
import { dong } from "../../lib/format.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function BankHelp() {
  return (
    <>
      <p>Tài khoản mà khách chuyển tiền đến. Số tài khoản ở đây hiện trên mọi trang thanh toán.</p>
      <h3>Khi khai hoặc đổi tài khoản</h3>
      <ol>
        <li>
          Bấm <b>Thêm tài khoản ngân hàng</b>, chọn ngân hàng trong danh sách: nhờ vậy đơn hàng có mã VietQR với sẵn số
          tiền và nội dung.
        </li>
        <li>
          Bấm <b>Quét thử</b> và chuyển {dong(testAmount)} bằng điện thoại của bạn để chắc tiền về đúng chỗ. Khoản thử
          này không khớp với đơn nào.
        </li>
        <li>
          Xem khoản tiền ở <ToScreen to="/admin/payments">Đối soát</ToScreen>. Nếu bạn dùng dịch vụ báo tiền về, tài
          khoản ở dịch vụ phải là chính tài khoản này.
        </li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>
          Đổi tài khoản là việc quan trọng: trang hỏi lại mật khẩu, và mọi quản trị viên nhận thư báo. Nhận thư mà không
          ai trong nhóm làm thì đổi lại ngay và đóng tài khoản đã làm việc đó.
        </li>
        <li>
          Tắt <b>Đang hiện</b> hoặc xóa tài khoản thì các đơn đang chờ không còn nơi để chuyển tiền. Tài khoản đã xóa
          không vào thùng rác.
        </li>
      </ul>
    </>
  );
}
