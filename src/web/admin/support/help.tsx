import { binDays } from "#contract/bin.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function SupportHelp() {
  return (
    <>
      <p>Những cách khách liên hệ với bạn, hiện trong nút hỗ trợ ở góc mọi trang.</p>
      <h3>Khi thêm hoặc đổi</h3>
      <ol>
        <li>
          Bấm <b>Thêm liên lạc</b>, chọn loại rồi điền số hay đường dẫn theo ví dụ dưới ô.
        </li>
        <li>Tên là chữ khách thấy. Mô tả là ghi chú cho nhóm, khách không thấy.</li>
        <li>
          Số nhỏ ở <b>Thứ tự</b> đứng trước. Tắt <b>Kích hoạt</b> thì khách không thấy.
        </li>
        <li>Lưu xong, mở trang công khai và bấm thử từng nút bằng điện thoại.</li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>Không còn liên lạc nào đang kích hoạt thì nút hỗ trợ biến mất.</li>
        <li>Thay đổi ở đây hỏi lại mật khẩu và mọi quản trị viên nhận thư báo, vì khách tin những số này.</li>
        <li>
          Liên lạc đã xóa nằm trong <ToScreen to="/admin/bin">Thùng rác</ToScreen> {binDays} ngày.
        </li>
      </ul>
    </>
  );
}
