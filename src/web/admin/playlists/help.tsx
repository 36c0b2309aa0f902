import { maxPlaylistSongs } from "#contract/playlist-rules.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function PlaylistsHelp() {
  return (
    <>
      <p>Danh sách phát mà người nghe muốn hiện công khai. Không danh sách nào hiện trước khi bạn xem.</p>
      <h3>Mỗi ngày</h3>
      <ol>
        <li>
          Mở <b>Chờ duyệt</b>, bấm vào tên để xem danh sách như khách sẽ thấy.
        </li>
        <li>
          Bấm <b>Duyệt</b>, hoặc <b>Từ chối…</b> và viết một câu lý do. Người tạo đọc câu ấy ở danh sách của mình.
        </li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>
          Đổi tên thì danh sách trở lại <b>Chờ duyệt</b>. Thêm, bớt, xếp lại bài thì không, vì bài nào cũng ở trong{" "}
          <ToScreen to="/admin/songs">thư viện</ToScreen>. Mỗi danh sách có tối đa {maxPlaylistSongs} bài.
        </li>
        <li>
          Duyệt rồi vẫn <b>Từ chối…</b> được, và ngược lại. Danh sách bị từ chối vẫn mở được bằng liên kết của người
          tạo.
        </li>
        <li>Danh sách riêng tư và danh sách chỉ chia sẻ bằng liên kết không có ở đây.</li>
      </ul>
    </>
  );
}
