import { defaultSongPricing } from "#contract/settings.ts";
import { MakingHelp } from "../../request-parts/making-help.tsx";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function RequestsHelp() {
  return (
    <>
      <p>Mọi bài hát khách đặt riêng: ai làm, đến hạn khi nào, đã trả tiền chưa.</p>
      <h3>Mỗi ngày</h3>
      <ol>
        <li>
          <b>Trễ hạn</b> trước, rồi <b>Cần sửa</b>, rồi <b>Chưa ai nhận</b>. Hạn là ba ngày làm việc, không kể cuối tuần
          và ngày lễ.
        </li>
        <li>
          Giao việc: mở yêu cầu, bấm <b>Giao việc</b> và chọn <b>Người phụ trách</b>. Nhiều yêu cầu cùng lúc thì đánh
          dấu rồi bấm <b>Giao cho…</b> ở thanh dưới danh sách. Chưa có nhân viên thì chính bạn làm được mọi bước.
        </li>
        <li>Nút tô màu trong chi tiết là bước kế tiếp của yêu cầu đó.</li>
      </ol>
      <MakingHelp />
      <h3>Khi khách muốn sửa</h3>
      <ul>
        <li>
          Yêu cầu tự trở lại phần đang làm, với hạn mới. Số lần sửa miễn phí đặt ở{" "}
          <ToScreen to="/admin/config">Cấu hình</ToScreen> (ban đầu {defaultSongPricing.free_changes} lần) và ghi vào
          yêu cầu lúc khách gửi.
        </li>
        <li>
          Có nhãn <b>Ngoài số lần miễn phí</b> thì báo giá cho khách trước, rồi ghi ở <b>Giá thỏa thuận</b>. Giá của yêu
          cầu đã được khách đồng ý hoặc đã trả thì không đổi được nữa.
        </li>
      </ul>
      <h3>Khi khách trả tiền</h3>
      <ul>
        <li>
          Chuyển khoản đúng mã (<b>HR</b>…) và đủ tiền thì tự ghi là đã trả. Không thì bật <b>Đã thanh toán</b> ở thẻ{" "}
          <b>Thông tin</b>, hoặc ghép ở <ToScreen to="/admin/payments">Đối soát</ToScreen>. Trả rồi thì khách tải được
          bài.
        </li>
        <li>
          Khách mất đường dẫn vào trang của mình: sao chép <b>Trang của khách</b> ở thẻ <b>Thông tin</b> và gửi lại, sau
          khi chắc đó là khách.
        </li>
      </ul>
      <h3>Khi đưa bài vào thư viện</h3>
      <ul>
        <li>
          Khách cho phép và đã đồng ý với bài thì có nút <b>Đưa vào thư viện</b>. Khách đổi ý thì bài tự ẩn; khách cho
          phép lại thì bạn bấm <b>Hiện lại trong thư viện</b>.
        </li>
      </ul>
      <h3>Khi khách xin xóa</h3>
      <ul>
        <li>
          Trang Chính sách riêng tư hứa xóa yêu cầu khi khách cần. <b>Xóa</b> thì mọi file mất, bài trong thư viện bị ẩn
          hẳn và không hiện lại được. Việc này không vào thùng rác; bản sao lưu còn giữ hai tuần.
        </li>
      </ul>
    </>
  );
}
