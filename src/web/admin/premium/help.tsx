import { binDays } from "#contract/bin.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function PremiumHelp() {
  return (
    <>
      <p>Những gói Premium mà khách chọn mua: tên, giá, thời hạn và thứ tự trên trang bán.</p>
      <h3>Khi thêm hoặc đổi gói</h3>
      <ol>
        <li>
          Bấm <b>Thêm gói Premium</b>. Giá 0 là miễn phí; bật <b>Trọn đời</b> thì Premium không hết hạn.
        </li>
        <li>Thẻ xem trước trong biểu mẫu là thẻ khách sẽ thấy. Đọc lại giá và số ngày ở đó trước khi lưu.</li>
        <li>
          Tắt <b>Đang hiện</b> để ngừng bán mà không xóa.
        </li>
        <li>
          <b>Sắp xếp</b> để đổi thứ tự và chọn gói mang chữ <b>Phổ biến nhất</b>. <b>Xem như khách</b> mở trang bán.
        </li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>Đơn đã đặt giữ tên, giá và số ngày của lúc đặt; đổi gói không đổi đơn cũ.</li>
        <li>
          Gói đổi giá hoặc ngừng bán thì tiền về cho đơn đã hết hạn của gói ấy không tự khớp nữa, mà chờ bạn ở{" "}
          <ToScreen to="/admin/payments">Đối soát</ToScreen>.
        </li>
        <li>
          Gói đã xóa nằm trong <ToScreen to="/admin/bin">Thùng rác</ToScreen> {binDays} ngày. Premium khách đã mua từ
          gói đó vẫn còn.
        </li>
      </ul>
    </>
  );
}
