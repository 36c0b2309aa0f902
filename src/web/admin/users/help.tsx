import { expiringDays } from "#contract/accounts.ts";
import { maxPremiumDays } from "#contract/rules.ts";
import { groupedNumber } from "../../lib/format.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function UsersHelp() {
  return (
    <>
      <p>Tài khoản của khách: gói, hạn Premium và trạng thái.</p>
      <h3>Khi khách hỏi về Premium</h3>
      <ol>
        <li>Tìm theo tên hoặc email. Bấm vào tên để mở, rồi xem hết về khách ở trang riêng của họ.</li>
        <li>
          Khách đã trả mà chưa có Premium thì xem <ToScreen to="/admin/orders?tab=ungranted">Đơn hàng</ToScreen> trước:
          gắn đơn với tài khoản thì Premium tự được cộng.
        </li>
        <li>
          Tặng thêm thì dùng <b>Nâng cấp Premium</b> hoặc <b>Thêm ngày</b>, tối đa {groupedNumber(maxPremiumDays)} ngày
          một lần. Nhiều người cùng lúc: đánh dấu rồi bấm <b>Cộng ngày Premium…</b>
        </li>
      </ol>
      <h3>Khi khóa hoặc xóa tài khoản</h3>
      <ul>
        <li>Khóa thì khách bị đăng xuất khỏi mọi thiết bị và không đăng nhập được; mở lại lúc nào cũng được.</li>
        <li>
          Khách tự xóa được tài khoản ở trang tài khoản của mình. Khách nhờ qua thư thì chỉ xóa khi thư gửi từ đúng địa
          chỉ của tài khoản.
        </li>
        <li>
          <b>Xóa</b> thì không khôi phục được, Premium kết thúc ngay. Đơn hàng và yêu cầu vẫn còn, không gắn với ai;
          trang Chính sách riêng tư hứa xóa cả đơn chưa trả và yêu cầu khi khách cần, nên hãy hỏi khách. Bản sao lưu còn
          giữ hai tuần.
        </li>
        <li>
          <b>Hạ về miễn phí</b>: Premium kết thúc ngay, kể cả phần khách đã mua.
        </li>
      </ul>
      <h3>Nên biết</h3>
      <ul>
        <li>
          <b>Email đã xác minh</b> chỉ có nghĩa là có người đã mở đường dẫn gửi đến địa chỉ đó, ngoài ra không chứng
          minh gì.
        </li>
        <li>
          <b>Sắp hết Premium</b> là còn không quá {expiringDays} ngày. Khách được nhắc qua thư khi còn 7 ngày và 1 ngày.
        </li>
        <li>Đổi email hoặc mật khẩu của khách thì mọi phiên đăng nhập của họ kết thúc.</li>
      </ul>
    </>
  );
}
