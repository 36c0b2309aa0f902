import { maxExamples } from "#contract/examples.ts";
import { ToScreen } from "../../resource/help/to-screen.tsx";

export function ExamplesHelp() {
  return (
    <>
      <p>Những bài khách nghe thử trước khi đặt bài hát riêng.</p>
      <h3>Khi chọn bài</h3>
      <ol>
        <li>
          Bấm <b>Thêm bài nghe thử</b>, chọn bài và dịp. Chỉ chọn được bài miễn phí đang hiện trong thư viện, làm theo{" "}
          <ToScreen to="/admin/requests">yêu cầu</ToScreen> và được khách cho phép.
        </li>
        <li>
          Nên có ít nhất ba bài của ba dịp khác nhau: trang hiện ba bài đầu, và bài của dịp khách chọn đứng trước. Tối
          đa {maxExamples} bài.
        </li>
        <li>
          Đổi thứ tự bằng ô <b>Thứ tự</b>: số nhỏ đứng trước.
        </li>
      </ol>
      <h3>Nên biết</h3>
      <ul>
        <li>
          Cột <b>Khách nghe</b> cho biết bài nào khách không nghe được: <b>Bài đang ẩn</b>, <b>Bài Premium</b>,{" "}
          <b>Khách không cho phép nữa</b>. Thay bài khác vào chỗ đó.
        </li>
        <li>Bỏ một bài khỏi đây thì bài vẫn ở trong thư viện; thêm lại lúc nào cũng được.</li>
      </ul>
    </>
  );
}
