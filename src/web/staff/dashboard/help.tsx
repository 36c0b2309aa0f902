import { MakingHelp } from "../../request-parts/making-help.tsx";

export function DeskHelp() {
  return (
    <>
      <p>Bàn làm việc của bạn: những bài hát khách đặt, việc của bạn trước, rồi việc chưa ai nhận.</p>
      <h3>Mỗi ngày</h3>
      <ol>
        <li>
          <b>Việc của tôi</b>: lời khách muốn sửa đứng đầu, rồi đến bài gần hạn nhất. Hạn là ba ngày làm việc, không kể
          cuối tuần và ngày lễ.
        </li>
        <li>
          Rảnh tay thì mở <b>Chờ người nhận</b> và bấm <b>Nhận việc</b>.
        </li>
        <li>Đọc hết mong muốn của khách rồi làm theo nút tô màu: đó là bước kế tiếp.</li>
      </ol>
      <MakingHelp />
      <h3>Khi khách muốn sửa</h3>
      <ul>
        <li>
          Yêu cầu trở lại <b>Việc của tôi</b> với hạn mới. Có nhãn <b>Ngoài số lần miễn phí</b> thì nhờ giám sát viên
          báo giá cho khách trước khi làm.
        </li>
        <li>Sửa xong thì giao thêm một bản; bản trước vẫn còn để khách so.</li>
      </ul>
      <h3>Khi bạn không làm được</h3>
      <ul>
        <li>
          Chưa bắt đầu thì mở nút ba chấm trong yêu cầu, chọn <b>Trả lại</b> và ghi lý do. Đã bắt đầu thì nhờ giám sát
          viên giao cho người khác.
        </li>
        <li>
          Nhận nhầm thì bấm <b>Hoàn tác</b> ngay ở dòng báo.
        </li>
      </ul>
      <h3>Nếu bạn là giám sát viên</h3>
      <ul>
        <li>
          <b>Của nhóm</b> có mọi yêu cầu, <b>Việc của cả nhóm</b> cho thấy ai đang làm bao nhiêu và trễ bao nhiêu.
        </li>
        <li>
          Giao việc ở thẻ <b>Thông tin</b>, hoặc đánh dấu nhiều yêu cầu rồi bấm <b>Giao cho…</b> ở thanh dưới danh sách.{" "}
          <b>Trả về danh sách chung</b> thì ai cũng nhận được.
        </li>
        <li>
          Đặt <b>Giá thỏa thuận</b> và bật <b>Đã thanh toán</b> khi tiền về mà trang chưa tự ghi. Trả rồi thì khách tải
          được bài; giá của yêu cầu đã trả không đổi được.
        </li>
      </ul>
      <h3>Nên biết</h3>
      <ul>
        <li>
          <b>Ghi chú của nhân viên</b> khách không thấy. Thẻ <b>Trao đổi</b> thì khách đọc được từng chữ.
        </li>
        <li>Khách mất đường dẫn vào trang của mình thì nhờ quản trị viên gửi lại.</li>
        <li>Chữ đang gõ dở vẫn còn khi bạn tải lại trang hay phải đăng nhập lại; đóng hẳn thẻ trình duyệt thì mất.</li>
      </ul>
    </>
  );
}
