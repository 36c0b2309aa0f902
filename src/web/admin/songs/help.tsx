import { binDays } from "#contract/bin.ts";
import { maxAudioBytes, maxImageBytes } from "#contract/media.ts";
import { fileSize } from "../../lib/file-size.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function SongsHelp() {
  return (
    <>
      <p>Thư viện bài hát của trang: thêm, sửa, ẩn hiện và hẹn giờ phát hành.</p>
      <h3>Khi có bài mới</h3>
      <ol>
        <li>
          Thả file nhạc vào danh sách, hoặc bấm <b>Tải nhiều file</b>. Mỗi file thành một bài đang tạm ẩn, với tên, tác
          giả, lời và ảnh bìa lấy từ file.
        </li>
        <li>
          Chọn thể loại cho những file không ghi thể loại, rồi tải lên. File trùng với bài đã có được báo ngay; chỉ bấm{" "}
          <b>Vẫn tạo bài nháp</b> khi đó là bản khác.
        </li>
        <li>
          Nghe lại, sửa lời và ảnh bìa trong chi tiết của bài, rồi bật <b>Đang hiện</b>. <b>Xem như khách</b> mở trang
          của bài trước khi phát hành.
        </li>
        <li>
          Muốn bài tự hiện vào một giờ nhất định: điền <b>Hẹn giờ phát hành</b>, theo giờ Việt Nam.
        </li>
      </ol>
      <p className="muted">
        Mỗi file nhạc tối đa {fileSize(maxAudioBytes)}, ảnh bìa tối đa {fileSize(maxImageBytes)}.
      </p>
      <h3>Khi muốn người nghe hát theo</h3>
      <ul>
        <li>
          Mở chi tiết bài, bấm <b>Sửa lời theo dòng</b> để gõ giờ từng câu, hoặc <b>Nhập lời có thời gian</b> nếu đã có
          file LRC hay phụ đề.
        </li>
      </ul>
      <h3>Khi dọn thư viện</h3>
      <ul>
        <li>
          Trong <b>Bộ lọc</b>, mục <b>Còn thiếu</b> tìm bài không có ảnh bìa, không có lời, hoặc tệp nhạc không phát
          được.
        </li>
        <li>
          Đánh dấu nhiều bài rồi bấm <b>Thao tác</b>: hiện, ẩn, nổi bật, Premium, thêm thể loại, hẹn giờ.
        </li>
        <li>
          Bài <b>Premium</b> chỉ tài khoản Premium nghe và xem lời được. Bài <b>Nổi bật</b> hiện trên trang chủ.
        </li>
      </ul>
      <h3>Nên biết</h3>
      <ul>
        <li>
          Bài đã xóa nằm trong <ToScreen to="/admin/bin">Thùng rác</ToScreen> {binDays} ngày, cùng lượt nghe và lượt
          thích. Bấm <b>Hoàn tác</b> ngay sau khi xóa, hoặc khôi phục ở đó.
        </li>
        <li>
          Bài làm theo yêu cầu mà khách thôi cho phép thì tự ẩn, và bạn không bật lại được cho đến khi khách cho phép.
        </li>
      </ul>
    </>
  );
}
