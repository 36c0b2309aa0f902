import { binDays } from "#contract/bin.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function GenresHelp() {
  return (
    <>
      <p>Các thể loại để khách tìm bài. Mỗi bài hát thuộc ít nhất một thể loại.</p>
      <h3>Khi thêm hoặc sửa</h3>
      <ol>
        <li>
          Bấm <b>Thêm thể loại</b>, đặt tên và chọn loại: giải trí hay học tập.
        </li>
        <li>
          Bật <b>Hiện trên trang chủ</b> cho vài thể loại chính. Để trống ảnh thì hình được vẽ từ tên.
        </li>
        <li>
          Tắt <b>Đang hiện</b> thì khách không thấy thể loại này; bài hát trong đó vẫn còn.
        </li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>
          Số bên cạnh là số bài đang phát hành; bấm vào để mở những bài đó ở{" "}
          <ToScreen to="/admin/songs">Bài hát</ToScreen>.
        </li>
        <li>
          Thể loại đã xóa nằm trong <ToScreen to="/admin/bin">Thùng rác</ToScreen> {binDays} ngày.
        </li>
      </ul>
    </>
  );
}
