import { maxBulkRows } from "#contract/bulk.ts";
import { dashboardSpans } from "#contract/dashboard.ts";
import { groupedNumber } from "../../lib/format.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function DashboardHelp() {
  return (
    <>
      <p>Trang này gom việc đang chờ và số liệu của cả trang về một chỗ, để bạn biết bắt đầu ngày từ đâu.</p>
      <h3>Mỗi ngày</h3>
      <ol>
        <li>
          Đọc <b>Cần làm hôm nay</b> từ đầu: việc gấp nhất đứng trước. Bấm vào một dòng để mở đúng danh sách của việc
          đó.
        </li>
        <li>
          Có khung cảnh báo ở dưới thì xem luôn: ngân hàng im lặng, ổ đĩa sắp đầy, bản sao lưu đã cũ… Mỗi dòng dẫn đến
          nơi xử lý.
        </li>
        <li>Số nào cũng là số dòng của danh sách mà nó dẫn đến. Xử lý xong thì số tự giảm, bạn không phải tải lại.</li>
      </ol>
      <h3>Khi xem số liệu</h3>
      <ul>
        <li>Chọn khoảng thời gian ({dashboardSpans.join(", ")} ngày): mỗi số được so với kỳ ngay trước đó.</li>
        <li>
          Doanh thu tính theo ngày tiền về, đúng số đã nhận, trừ tiền đã hoàn. Tiền bài hát đặt riêng không nằm trong
          đó.
        </li>
        <li>
          Cần số của từng giao dịch thì xem <ToScreen to="/admin/payments">Đối soát</ToScreen>, từng đơn thì xem{" "}
          <ToScreen to="/admin/orders">Đơn hàng</ToScreen>.
        </li>
      </ul>
      <h3>Khi trang còn mới</h3>
      <ul>
        <li>
          Làm lần lượt <b>Năm bước đầu tiên</b>. Bước nào xong thì tự được đánh dấu, đủ năm bước thì khung này tự ẩn.
        </li>
      </ul>
      <h3>Dùng các danh sách</h3>
      <ul>
        <li>
          Hàng trên cùng là các phần của danh sách, kèm số dòng. <b>Bộ lọc</b> thu hẹp thêm; ô tìm kiếm không cần gõ
          dấu.
        </li>
        <li>
          Nút ba chấm có <b>Xuất Excel</b> (đúng những dòng đang lọc), <b>Dạng thẻ</b> hay <b>Dạng bảng</b>, các cột, và{" "}
          <b>Lưu dạng xem này…</b> để lần sau mở lại ngay.
        </li>
        <li>
          Đánh dấu nhiều dòng thì thanh ở dưới có những việc làm được cho tất cả cùng lúc, tối đa{" "}
          {groupedNumber(maxBulkRows)} dòng. Việc nào lấy lại được thì có nút <b>Hoàn tác</b>.
        </li>
        <li>
          Bấm <kbd>?</kbd> để xem phím tắt, <kbd>Ctrl K</kbd> để tìm màn hình, khách, mã đơn từ bất cứ đâu.
        </li>
      </ul>
    </>
  );
}
