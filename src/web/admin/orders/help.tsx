import { invoiceDays, unpaidDays } from "#contract/orders.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function OrdersHelp() {
  return (
    <>
      <p>Mọi đơn mua Premium, từ lúc khách đặt đến lúc Premium được cộng vào tài khoản.</p>
      <h3>Mỗi ngày</h3>
      <ol>
        <li>
          Có dịch vụ báo tiền về thì đơn trả đúng mã (<b>HM</b>…) và đủ tiền tự được xác nhận, bạn không phải làm gì.
        </li>
        <li>
          Không có dịch vụ thì so với sao kê: dán cả dòng nội dung chuyển khoản vào ô tìm kiếm, đơn hiện ra theo mã.
        </li>
        <li>
          Ở phần <b>Chờ tiền</b>, bấm <b>Xác nhận</b> cạnh đơn đã có tiền. Premium được cộng đúng một lần, dù bạn lưu
          bao nhiêu lần. Xác nhận nhầm thì dùng <b>Hoàn tiền</b> và chọn <b>Thu lại Premium</b>.
        </li>
        <li>
          Xem hai phần <b>Thiếu tiền</b> và <b>Đã trả, chưa cộng</b>: khách đã trả mà chưa có Premium.
        </li>
        <li>
          Nhiều đơn cùng lúc: đánh dấu rồi bấm <b>Xác nhận đã nhận tiền</b>. Kết quả nói rõ mấy đơn đã cộng Premium, mấy
          đơn chưa có tài khoản, và có nút <b>Hoàn tác</b>.
        </li>
      </ol>
      <h3>Khi đơn đã trả mà chưa có tài khoản</h3>
      <ul>
        <li>
          Đơn có email trùng với email đã xác minh của một tài khoản thì tự vào tài khoản đó. Còn lại, khách tự gắn trên
          trang riêng của đơn; thư nhắc được gửi ngay và sau ba ngày.
        </li>
        <li>
          Chỉ bấm <b>Gắn với tài khoản này</b> khi bạn chắc đó là cùng một người: email trên đơn là do khách tự khai.
        </li>
        <li>
          Gắn nhầm thì <b>Đổi tài khoản</b> hoặc <b>Bỏ gắn</b> được cho đến khi Premium được cộng; cộng rồi thì không
          đổi được nữa.
        </li>
      </ul>
      <h3>Khi tiền về trễ, thiếu hoặc không rõ của ai</h3>
      <ul>
        <li>
          Đơn chưa trả tự hết hạn sau số ngày đặt ở <ToScreen to="/admin/config?tab=sales">Cấu hình, Bán hàng</ToScreen>{" "}
          (ban đầu {unpaidDays.standard} ngày, chọn được từ {unpaidDays.min} đến {unpaidDays.max}). Đơn đã nhận một phần
          tiền thì không hết hạn.
        </li>
        <li>
          Tiền về sau khi đơn hết hạn: tìm đơn bằng mã, mở ra và bấm <b>Xác nhận đã thanh toán</b> như mọi đơn khác.
        </li>
        <li>
          Thiếu, thừa, trùng, không có mã: xử lý ở <ToScreen to="/admin/payments">Đối soát</ToScreen>.
        </li>
      </ul>
      <h3>Khi từ chối, hủy hoặc hoàn tiền</h3>
      <ul>
        <li>
          <b>Từ chối</b> (chưa thấy tiền) và <b>Hủy đơn</b>: khách nhận thư kèm lời nhắn của bạn. Hai việc này không thu
          lại Premium đã cộng.
        </li>
        <li>
          <b>Hoàn tiền</b>: bạn tự chuyển tiền cho khách trước, vì trang không tự chuyển. Rồi ghi số tiền, một phần hay
          tất cả, chọn <b>Giữ Premium</b> hoặc <b>Thu lại Premium</b>, và bấm <b>Ghi hoàn tiền</b>.
        </li>
        <li>
          Lần hoàn tiền nào cũng <b>Hoàn tác</b> được trong phần chi tiết của đơn.
        </li>
      </ul>
      <h3>Khi khách cần hóa đơn</h3>
      <ul>
        <li>Biên nhận được lập tự động khi đơn đã trả và đã xác nhận. Biên nhận không phải là hóa đơn GTGT.</li>
        <li>
          Khách xin được hóa đơn trong {invoiceDays} ngày kể từ ngày trả. Mở <b>Bộ lọc</b>, chọn <b>Cần hóa đơn</b>, rồi{" "}
          <b>Xuất Excel</b> để có đủ thông tin và lập hóa đơn ở phần mềm của bạn.
        </li>
        <li>File Excel có họ tên, số điện thoại và địa chỉ của khách: cất kỹ như một bản sao lưu.</li>
      </ul>
      <h3>Nên biết</h3>
      <ul>
        <li>
          <b>Xóa</b> chỉ có ở đơn chưa ai trả tiền. Xóa rồi thì không khôi phục được, và tiền chuyển đến sau không tìm
          thấy đơn.
        </li>
        <li>Đơn 0 ₫ của khách đã đăng nhập tự được xác nhận, mỗi gói một lần cho mỗi tài khoản.</li>
      </ul>
    </>
  );
}
