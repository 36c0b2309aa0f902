import { statementLimit } from "#contract/payments.ts";
import { groupedNumber } from "../../lib/format.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function PaymentsHelp() {
  return (
    <>
      <p>Mọi khoản tiền vào và ra khỏi tài khoản ngân hàng, và đơn hàng hay yêu cầu sáng tác mà từng khoản trả cho.</p>
      <h3>Mỗi ngày</h3>
      <ol>
        <li>
          Mở phần <b>Cần xử lý</b>: chỉ những khoản cần bạn xem mới nằm ở đây. Trống là xong.
        </li>
        <li>
          Bấm vào từng khoản. Dưới <b>Gợi ý</b> là những đơn có thể khớp, kèm lý do: <b>Đúng mã</b>,{" "}
          <b>Trùng tên người gửi</b>, <b>Tài khoản này từng trả cho khách</b>. Thấy đúng thì bấm <b>Ghép</b>.
        </li>
        <li>
          Những đơn chỉ <b>Cùng số tiền</b> được xếp riêng: trùng số tiền thôi thì chưa đủ để ghép, hãy hỏi lại khách.
        </li>
        <li>
          Không có gợi ý nào đúng: <b>Tìm đơn khác, chia nhiều đơn</b>.
        </li>
        <li>
          <b>Khách báo đã chuyển</b>: bấm <b>Tìm tiền</b>, xong thì <b>Đóng</b>.
        </li>
      </ol>
      <h3>Khi số tiền không khớp</h3>
      <ul>
        <li>
          Thiếu: đơn giữ phần đã nhận và chờ phần còn lại. Muốn nhận luôn thì bấm <b>Nhận là đủ</b>. Số được phép thiếu
          đặt ở <ToScreen to="/admin/config?tab=sales">Cấu hình, Bán hàng</ToScreen>; ban đầu là 0 ₫.
        </li>
        <li>
          Thừa hoặc trùng: <b>Cộng thêm ngày</b> cho khách bằng phần dư, ghép sang đơn khác, hoặc chuyển trả rồi{" "}
          <b>Ghi hoàn tiền</b>.
        </li>
        <li>Trễ, không có mã, vào tài khoản khác: ghép bằng tay như trên.</li>
        <li>
          Tiền không trả cho đơn nào, như tiền riêng hay lãi ngân hàng: <b>Bỏ qua</b> và ghi lý do.
        </li>
      </ul>
      <h3>Khi tiền đã chuyển mà không hiện ra</h3>
      <ol>
        <li>
          Bấm <b>Hỏi lại dịch vụ</b>.
        </li>
        <li>
          Vẫn chưa có: tải sao kê CSV ở trang của ngân hàng (tối đa {groupedNumber(statementLimit / 1000)} kB) rồi{" "}
          <b>Nhập sao kê</b>. Giao dịch đã có không nhận hai lần.
        </li>
        <li>
          Mở <b>Theo ngày</b>: cột <b>Lệch</b> cho thấy ngày nào còn tiền chưa thấy.
        </li>
      </ol>
      <h3>Khi chốt sổ cuối tháng</h3>
      <ol>
        <li>
          <b>Cần xử lý</b> phải trống. Chọn tháng ở <b>Ngày chuyển</b>, mở <b>Theo ngày</b>: không còn ngày nào lệch mà
          bạn không biết vì sao.
        </li>
        <li>
          <b>Xuất Excel</b> ở đây cho mọi giao dịch, và ở <ToScreen to="/admin/orders">Đơn hàng</ToScreen> cho những đơn
          cần hóa đơn.
        </li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>
          Việc nào cũng lấy lại được: <b>Hoàn tác</b> ở phần <b>Đã làm</b>, hoặc <b>Thôi bỏ qua</b>. Nếu đơn đã cộng
          Premium, bạn chọn giữ hay thu lại.
        </li>
        <li>
          Hai lần báo được gộp làm một mà ngân hàng có hai lần chuyển thật: bấm <b>Tách riêng</b>.
        </li>
        <li>Trang không tự chuyển tiền cho ai. Hoàn tiền ở đây chỉ là ghi lại việc bạn đã làm.</li>
      </ul>
    </>
  );
}
